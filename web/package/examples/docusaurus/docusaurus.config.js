import { createRequire } from 'node:module';
import stridescope from 'stridescope/rehype';

const { resolve } = createRequire(import.meta.url);

/** The plugin answers `// ^?`; the client module defines <stride-scope>, which makes its pictures live. */
export default {
  title: 'Layouts',
  url: 'https://example.org',
  baseUrl: '/',
  clientModules: [resolve('stridescope')],
  themeConfig: { colorMode: { respectPrefersColorScheme: true } },
  presets: [['classic', { docs: { routeBasePath: '/', rehypePlugins: [stridescope] }, blog: false }]],
};
