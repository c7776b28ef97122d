// Names that web/vite.package.config.ts puts into the script.
/** The colors of core/data/colors.def as custom properties, light and dark. */
declare const COLORS: string;
declare module '*?packed' {
  /** A file, packed with gzip, in base64. */
  const text: string;
  export default text;
}
