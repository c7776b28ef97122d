// The script of the package, for a page and for node: defines `stridescope` and, in a page, <stride-scope>.
import * as core from './core';
import { StrideScope } from './element';

const { evaluate, svg, analyze, verdict, load, StridescopeError } = core;
Object.assign(globalThis, { stridescope: { evaluate, svg, analyze, verdict, load, StridescopeError } });
if ('customElements' in globalThis && !customElements.get('stride-scope')) customElements.define('stride-scope', StrideScope);
