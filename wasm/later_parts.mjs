// The parts of the page's module that are loaded when a call needs them (split.mjs), in the order of loading: the second
// comes before the part of a subject. Build, page and tests read this list.
export const laterParts = /** @type {const} */ (['second', 'foreign', 'kernels', 'traces']);

export const fileOfPart = (part) => `stridescope.${part}.wasm`;
