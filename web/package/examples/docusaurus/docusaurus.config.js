import stridescope from 'stridescope/rehype';

/** The plugin answers `// ^?`; the client module defines <stride-scope>, which makes its pictures live. */
export default {
  title: 'Layouts',
  url: 'https://example.org',
  baseUrl: '/',
  clientModules: ['stridescope'],
  presets: [['classic', { docs: { routeBasePath: '/', rehypePlugins: [stridescope] }, blog: false }]],
};
