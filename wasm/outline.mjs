// Moves code that never ran out of its functions, into functions of its own, which another part may have (parts.mjs).
//
// Such code is the end of a sequence of instructions (the body of a function or of a block): nothing jumps into it. It
// becomes a call. The new function receives the locals that the code reads, and returns those that are read after it
// and, if the code is left in several ways, the number of the way.
//
// Before each such call is one of an empty function, the guard, which is in the same part as the new functions: it loads
// the part. So the page needs one placeholder and not one for each new function, of many types: a browser compiles code
// for each type of a placeholder when it starts the first part.
import { Section, items, readImports, readNumber, signed, unsigned, vector, withSections } from './binary.mjs';
import { Code, importedFunctions, instructions, readFunctions, readLocals } from './code.mjs';

/** Bytes that a call must save. The parts together grow with each new function: it is compressed without its surroundings. */
const worthwhile = 200;

const emptyBlock = 0x40;
const isBlock = (code) => code >= Code.block && code <= Code.if;
const isJump = (code) => code === Code.unreachable || code === Code.branch || code === Code.branchTable || code === Code.return;

/** The values that an instruction adds to the stack, less those that it takes; calls, blocks and jumps apart. */
const growths = new Map();
for (const [growth, ...ranges] of [
  [1, 0x20, 0x20, 0x23, 0x23, 0x3f, 0x3f, 0x41, 0x44],
  [0, 0x01, 0x01, 0x22, 0x22, 0x28, 0x35, 0x40, 0x40, 0x45, 0x45, 0x50, 0x50, 0x67, 0x69, 0x79, 0x7b, 0x8b, 0x91, 0x99, 0x9f, 0xa7, 0xc4],
  [-1, 0x0d, 0x0d, 0x1a, 0x1a, 0x21, 0x21, 0x24, 0x24, 0x46, 0x4f, 0x51, 0x66, 0x6a, 0x78, 0x7c, 0x8a, 0x92, 0x98, 0xa0, 0xa6],
  [-2, 0x1b, 0x1b, 0x36, 0x3e],
]) {
  for (let i = 0; i < ranges.length; i += 2) for (let code = ranges[i]; code <= ranges[i + 1]; ++code) growths.set(code, growth);
}
/** The same by the number of a prefixed instruction: conversions, then memory.init, data.drop, memory.copy, memory.fill. */
const prefixedGrowths = [0, 0, 0, 0, 0, 0, 0, 0, -3, 0, -3, -3];

/** The types of a module, {parameters, results} of bytes; and the type of each function. */
function readTypes(module) {
  const types = [...items(module, Section.types, (place) => {
    const lists = [];
    let at = place + 1;
    for (let i = 0; i < 2; ++i) {
      const [count, from] = readNumber(module, at);
      lists.push([...module.subarray(from, from + count)]);
      at = from + count;
    }
    return [{ parameters: lists[0], results: lists[1] }, at];
  })];
  const imported = readImports(module).filter(({ kind }) => kind === 0).map(({ rest }) => readNumber(rest, 0)[0]);
  return { types, typeOf: [...imported, ...readFunctions(module).map(({ type }) => type)] };
}

const bit = (local) => 1n << BigInt(local);

/** The numbers of the bits that are set, in order. */
function numbersIn(set) {
  const out = [];
  for (let number = 0; set; ++number, set >>= 1n) if (set & 1n) out.push(number);
  return out;
}

/** A function as instructions, with the ends of its blocks, its locals, and the locals that are read later. */
class Body {
  constructor(module, { types, typeOf }, one) {
    this.types = types;
    this.typeOf = typeOf;
    const { parameters, results } = types[one.type];
    const [locals, first] = readLocals(module, one.from);
    this.locals = [...parameters, ...locals.flatMap(({ count, type }) => new Array(count).fill(type))];
    this.results = results;
    this.code = [...instructions(module, first, one.to)];
    this.endOf = new Map(); // the instruction that ends the sequence of a block's beginning, or of its else
    this.startOf = new Map(); // the inverse of endOf
    const open = [-1];
    this.code.forEach(({ code }, i) => {
      if (code === Code.else || code === Code.end) {
        const start = open.pop();
        this.endOf.set(start, i);
        this.startOf.set(i, start);
      }
      if (isBlock(code) || code === Code.else) open.push(i);
    });
    this.forget();
    this.read(0, this.last, 0n, [0n]);
  }

  /** The instruction that ends the function. */
  get last() {
    return this.code.length - 1;
  }

  forget() {
    this.loops = new Map(); // the locals that are read at the beginning of each loop
    this.sequences = new Map(); // by the first instruction: {labels, after}, the locals read at each label and after it
  }

  /** The result types of a block. */
  resultsOf({ numbers: [type] }) {
    if (type >= 0) return this.types[type].results;
    return (type & 127) === emptyBlock ? [] : [type & 127];
  }

  /** The beginning of the whole block, of an instruction that ends one of its sequences: an if has two. */
  blockOf(end) {
    const start = this.startOf.get(end);
    return this.code[start].code === Code.else ? this.startOf.get(start) : start;
  }

  /**
   * The locals that are read before the instructions from `first` to `last` write them, where `live` are those that are
   * read after `last`, and `labels` those that are read at each label, from outside to inside.
   */
  read(first, last, live, labels) {
    this.sequences.set(first, { labels, after: live });
    const at = (depth) => labels[labels.length - 1 - depth];
    for (let i = last - 1; i >= first; --i) {
      const { code, numbers } = this.code[i];
      if (code === Code.get) live |= bit(numbers[0]);
      else if (code === Code.set || code === Code.tee) live &= ~bit(numbers[0]);
      else if (code === Code.branch) live = at(numbers[0]);
      else if (code === Code.branchIf) live |= at(numbers[0]);
      else if (code === Code.branchTable) live = numbers.reduce((all, depth) => all | at(depth), 0n);
      else if (code === Code.unreachable) live = 0n;
      else if (code === Code.return) [live] = labels;
      else if (code === Code.end) {
        const start = this.blockOf(i);
        live = this.readBlock(start, i, live, labels);
        i = start;
      }
    }
    return live;
  }

  readBlock(start, end, after, labels) {
    const { code } = this.code[start];
    if (code === Code.loop) {
      for (;;) {
        const known = this.loops.get(start) ?? 0n;
        const found = known | this.read(start + 1, end, after, [...labels, known]);
        if (found === known) return known;
        this.loops.set(start, found);
      }
    }
    const inside = [...labels, after];
    const middle = this.endOf.get(start);
    const live = this.read(start + 1, middle, after, inside);
    if (code === Code.block) return live;
    return live | (middle === end ? after : this.read(middle + 1, end, after, inside));
  }

  /** The same where `live` are the locals that are read wherever the code leads, in a sequence with `count` labels. */
  readAlone(first, last, live, count) {
    const { loops, sequences } = this;
    this.forget();
    const found = this.read(first, last, live, new Array(count).fill(live));
    Object.assign(this, { loops, sequences });
    return found;
  }

  growth({ code, numbers }) {
    if (code === Code.call || code === Code.callIndirect) {
      const { parameters, results } = this.types[code === Code.call ? this.typeOf[numbers[0]] : numbers[0]];
      return results.length - parameters.length - (code === Code.call ? 0 : 1);
    }
    return code === 0xfc ? prefixedGrowths[numbers[0]] : growths.get(code);
  }

  /** The whole instructions and blocks from `first` to `last`: {from, height}, of the stack before it. */
  steps(first, last) {
    const out = [];
    let height = 0;
    for (let i = first; i < last; ++i) {
      const from = i;
      out.push({ from, height });
      const one = this.code[i];
      if (isBlock(one.code)) {
        if (one.code === Code.if) --height;
        i = this.endOf.get(i);
        if (this.code[i].code === Code.else) i = this.endOf.get(i);
        height += this.resultsOf(one).length;
      } else if (isJump(one.code)) break; // Nothing after it runs.
      else height += this.growth(one);
      if (Number.isNaN(height)) throw new Error(`instruction 0x${one.code.toString(16)}; expected one of the table of outline.mjs`);
    }
    return out;
  }
}

/** The way to leave code at its end. Other ways are the depths of the labels around it. */
const through = -1;

/**
 * The code from the instruction `first` to the end of its sequence, `last`, as a function, or undefined if it cannot be
 * one: the locals that it receives, returns and has besides, the ways to leave it, and the types of the value that it
 * leaves on the stack. `begin` is the first instruction of the sequence, `labels` are {isLoop, results} of the blocks
 * around it, from outside to inside. Nothing runs from `stop` to `last`.
 */
function asFunction(body, begin, first, last, labels) {
  const inner = labels.at(-1);
  const { from: final } = body.steps(first, last).at(-1);
  const isThrough = !isJump(body.code[final].code);
  const stop = isThrough ? last : final + 1;
  const ways = new Set();
  const leave = (depth) => ways.add(depth === 0 && !inner.isLoop ? through : depth);
  let written = 0n;
  let nesting = 0;
  let used = 0n;
  for (let i = first; i < stop; ++i) {
    const { code, numbers } = body.code[i];
    if (isBlock(code)) ++nesting;
    else if (code === Code.end) --nesting;
    else if (code === Code.return) leave(labels.length - 1);
    else if (code === Code.branch || code === Code.branchIf || code === Code.branchTable) {
      for (const depth of numbers) if (depth >= nesting) leave(depth - nesting);
    } else if (code === Code.set || code === Code.tee) written |= bit(numbers[0]);
    if (code >= Code.get && code <= Code.tee) used |= bit(numbers[0]);
  }
  const isLeftByBranch = ways.size > 0;
  if (isThrough) ways.add(through);
  const resultsAt = (way) => (way === through ? inner.results : labels.at(-1 - way).isLoop ? [] : labels.at(-1 - way).results);
  const value = [...ways].flatMap(resultsAt);
  if (value.length > (ways.size === 1 ? 1 : 0)) return undefined;
  if (ways.size > 2 && inner.isLoop && ways.has(through)) return undefined;

  const { labels: read, after } = body.sequences.get(begin);
  const later = [...ways].reduce((all, way) => all | (way === through ? after : read.at(-1 - way)), 0n);
  const outputs = written & later;
  const inputs = body.readAlone(first, stop, outputs, labels.length);
  return {
    first,
    stop,
    last,
    inputs: numbersIn(inputs),
    outputs: numbersIn(outputs),
    others: numbersIn(used & ~inputs).sort((a, b) => body.locals[a] - body.locals[b]),
    ways: [...ways].sort((a, b) => a - b),
    isLeftByBranch,
    value,
    depth: labels.length - 1,
    isLoop: inner.isLoop,
  };
}

const typesAt = (body, locals) => locals.map((local) => body.locals[local]);

const signature = (body, { inputs, outputs, ways, value }) => ({
  parameters: typesAt(body, inputs),
  results: [...(ways.length > 1 ? [0x7f] : value), ...typesAt(body, outputs)],
});

const withNumber = (code) => (number) => Buffer.concat([Buffer.from([code]), unsigned(number)]);
const [get, set, branch, branchIf, call] = [Code.get, Code.set, Code.branch, Code.branchIf, Code.call].map(withNumber);

/** The call that replaces the code. It branches on the returned way; for `through` execution goes on after it. */
function callOf({ inputs, outputs, ways }, guard, index) {
  const [main, other] = ways;
  const toMain = main === through ? [] : main === undefined ? [Buffer.from([Code.unreachable])] : [branch(main)];
  const table = () => [Buffer.from([Code.branchTable]), unsigned(ways.length - 1), ...ways.map((way) => unsigned(Math.max(way, 0)))];
  return Buffer.concat([
    call(guard),
    ...inputs.map(get),
    call(index),
    ...outputs.toReversed().map(set),
    ...(ways.length > 2 ? table() : other === undefined ? toMain : [branchIf(other), ...toMain]),
  ]);
}

/** The new function. Each way is a block around the code: to leave the code is to leave the block. */
function functionOf(module, body, part) {
  const { first, stop, inputs, outputs, others, ways, isLeftByBranch, value, depth, isLoop } = part;
  const numberOf = new Map([...inputs, ...others].map((local, i) => [local, i]));
  const wayOf = (label) => ways.indexOf(label === 0 && !isLoop ? through : label);
  const types = typesAt(body, others);
  const kinds = [...new Set(types)];
  const out = [vector(kinds.map((kind) => Buffer.concat([unsigned(types.filter((type) => type === kind).length), Buffer.from([kind])])))];
  const blocks = ways.length > 1 || isLeftByBranch ? ways.length : 0;
  for (let i = 0; i < blocks; ++i) out.push(Buffer.from([Code.block, value[0] ?? emptyBlock]));
  let nesting = 0;
  const moved = (label) => (label < nesting ? label : nesting + wayOf(label - nesting));
  for (let i = first; i < stop; ++i) {
    const { code, from, to, numbers } = body.code[i];
    if (isBlock(code)) ++nesting;
    else if (code === Code.end) --nesting;
    if (code >= Code.get && code <= Code.tee) out.push(withNumber(code)(numberOf.get(numbers[0])));
    else if (code === Code.branch || code === Code.branchIf) out.push(withNumber(code)(moved(numbers[0])));
    else if (code === Code.branchTable) out.push(Buffer.from([code]), unsigned(numbers.length - 1), ...numbers.map((label) => unsigned(moved(label))));
    else if (code === Code.return) out.push(branch(moved(nesting + depth)));
    else out.push(module.subarray(from, to));
  }
  const returned = outputs.map((local) => get(numberOf.get(local)));
  for (let i = 0; i < blocks; ++i) {
    out.push(Buffer.from([Code.end]));
    if (blocks > 1) out.push(Buffer.from([Code.constant]), signed(i), ...returned);
    if (i + 1 < blocks) out.push(Buffer.from([Code.return]));
  }
  if (blocks < 2) out.push(...returned);
  out.push(Buffer.from([Code.end]));
  return Buffer.concat(out);
}

/** The pieces of a function's code to move. */
function coldParts(body, ran, least) {
  const found = [];
  const take = (begin, last, labels) => {
    const steps = body.steps(begin, last);
    let isCold = !ran.has(body.code[begin].from);
    for (const { from, height } of steps) {
      if (isCold && height === 0) {
        const part = asFunction(body, begin, from, last, labels);
        const saved = body.code[last].from - body.code[from].from;
        if (saved < least) return;
        if (part && saved - callOf(part, 0, 0).length >= least) {
          found.push(part);
          return;
        }
      }
      const one = body.code[from];
      let end = from;
      if (isBlock(one.code)) {
        end = body.endOf.get(from);
        const inside = [...labels, { isLoop: one.code === Code.loop, results: body.resultsOf(one) }];
        take(from + 1, end, inside);
        if (body.code[end].code === Code.else) {
          take(end + 1, body.endOf.get(end), inside);
          end = body.endOf.get(end);
        }
      }
      if ((end > from || one.code === Code.branchIf) && !ran.has(body.code[end].to)) isCold = true;
    }
  };
  take(0, body.last, [{ isLoop: false, results: body.results }]);
  return found;
}

/**
 * The module in which the functions that pass the test `isCut` have only code that ran, as far as the rest is worth a
 * call. `ran` has the points that ran. The new functions are after all others, the guard first.
 */
export function outline(module, isCut, ran, least = worthwhile) {
  const known = readTypes(module);
  const { types } = known;
  const numberOfType = new Map(types.map(({ parameters, results }, i) => [`${parameters}:${results}`, i]));
  const functions = readFunctions(module);
  const numberFor = (type) => {
    const key = `${type.parameters}:${type.results}`;
    if (!numberOfType.has(key)) numberOfType.set(key, types.push(type) - 1);
    return numberOfType.get(key);
  };
  const guard = importedFunctions(module) + functions.length;
  const added = [{ type: numberFor({ parameters: [], results: [] }), code: Buffer.from([0, Code.end]) }];
  const bodies = functions.map((one) => {
    const out = [];
    let done = one.from;
    if (isCut(one.index)) {
      const body = new Body(module, known, one);
      for (const part of coldParts(body, ran, least)) {
        out.push(module.subarray(done, body.code[part.first].from), callOf(part, guard, guard + added.length));
        done = body.code[part.last].from;
        added.push({ type: numberFor(signature(body, part)), code: functionOf(module, body, part) });
      }
    }
    out.push(module.subarray(done, one.to));
    return Buffer.concat(out);
  });
  const typeBytes = ({ parameters, results }) => Buffer.from([0x60, parameters.length, ...parameters, results.length, ...results]);
  const all = [...functions.map(({ type }, i) => ({ type, code: bodies[i] })), ...added];
  return withSections(module, new Map([
    [Section.types, vector(types.map(typeBytes))],
    [Section.functions, vector(all.map(({ type }) => unsigned(type)))],
    [Section.code, vector(all.map(({ code }) => Buffer.concat([unsigned(code.length), code])))],
  ]));
}
