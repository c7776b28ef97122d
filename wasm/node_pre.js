// Emscripten prefers fetch wherever there is one, and node's cannot read files: without it, the loader uses fs.
globalThis.fetch = undefined;
