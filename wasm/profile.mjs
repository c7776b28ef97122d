// Counts which code of a WebAssembly module runs: sets a byte of memory at each point that a branch can reach or skip.
import { Section, unsigned, vector, withSections } from './binary.mjs';
import { Code, instructions, readFunctions, readLocals } from './code.mjs';

/** The bytes of the points: nothing else uses this memory, since the data of the page's module begins behind it. */
const firstByte = 1024;
const lastByte = 655360;

const reachable = new Set([Code.block, Code.loop, Code.if, Code.else, Code.end, Code.branchIf]);

/**
 * The module that sets the bytes, and its points: the places in the original module after which code begins that runs as
 * a whole or not at all, but for calls that do not return. The first point of a function is its beginning.
 */
export function counting(module) {
  const points = [];
  const bodies = readFunctions(module).map(({ from, to }) => {
    const out = [];
    let done = from;
    const point = (at) => {
      out.push(module.subarray(done, at), Buffer.from([0x41, 0, 0x41, 1, 0x3a, 0]), unsigned(firstByte + points.length));
      points.push(at);
      done = at;
    };
    const [, first] = readLocals(module, from);
    point(first);
    for (const one of instructions(module, first, to)) if (reachable.has(one.code) && one.to < to) point(one.to);
    const body = Buffer.concat([...out, module.subarray(done, to)]);
    return Buffer.concat([unsigned(body.length), body]);
  });
  if (firstByte + points.length > lastByte) throw new Error(`the module has ${points.length} points; expected at most ${lastByte - firstByte}: begin its data later`);
  return { module: withSections(module, new Map([[Section.code, vector(bodies)]])), points };
}

/** The executed points, according to the memory of an instrumented module. */
export const pointsThatRan = (points, memory) => points.filter((_, i) => memory[firstByte + i]);
