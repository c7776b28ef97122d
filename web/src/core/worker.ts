// The core lives here, so that no program, however large, can stop the page.
import { expose } from 'comlink';
import createModule from 'stridescope-wasm/stridescope.mjs';
import wasmUrl from 'stridescope-wasm/stridescope.wasm?url';
import { CoreBinding } from './binding';
import { Engine } from './engine';

const core = createModule({ locateFile: () => wasmUrl }).then((module) => new CoreBinding(module));
expose(new Engine(core));
