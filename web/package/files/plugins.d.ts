/** A plugin for Markdown-it (stridescope/markdown-it) or for rehype (stridescope/rehype). */
declare const stridescope: (host?: any) => any;
export default stridescope;
