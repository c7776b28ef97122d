import './stride-scope.js';

export const { evaluate, svg, analyze, verdict, load, StridescopeError } = globalThis.stridescope;
