// The only file that calls the WebAssembly module. Every answer is copied out of the heap at once:
// the buffer is the core's, and the views detach when the memory grows.
import type {
  Analysis, BuiltinFunction, Completions, Described, Excerpt, GalleryEntry, Linked, ListedAtom, Mode, OfferedOverlay, OverlayPicture, PictureWindow,
  ProgramEdit, Report, RunReport, Scene, Sketch, Step, SwizzleTrials, Verdict,
} from './contract';

/** The exported C functions, and the heap view that Emscripten keeps current. */
export interface CoreModule {
  HEAPU8: Uint8Array;
  _ss_input(bytes: number): number;
  _ss_output(): number;
  _ss_version(): number;
  _ss_functions(): number;
  _ss_gallery(): number;
  _ss_gallery_picture(idBytes: number): number;
  _ss_evaluate(programBytes: number, mode: number, limit: number): number;
  _ss_scene(binding: number, viewBytes: number): number;
  _ss_excerpt(binding: number, bytes: number): number;
  _ss_array(which: number): number;
  _ss_array_length(which: number): number;
  _ss_emit(binding: number, bytes: number): number;
  _ss_describe(binding: number, cell: number): number;
  _ss_linked(binding: number, cell: number): number;
  _ss_move_arrow(binding: number, cell: number, target: number): number;
  _ss_run_report(binding: number, resultBytes: number): number;
  _ss_overlays(resultBytes: number): number;
  _ss_overlay(binding: number, bytes: number): number;
  _ss_recorded(binding: number, bytes: number): number;
  _ss_kin(binding: number, cell: number, viewBytes: number): number;
  _ss_explain(binding: number): number;
  _ss_verdict(binding: number): number;
  _ss_analyze(binding: number, typeBytes: number): number;
  _ss_swizzles(binding: number): number;
  _ss_format(programBytes: number): number;
  _ss_pasted(bytes: number): number;
  _ss_named(programBytes: number): number;
  _ss_atoms(bytes: number): number;
  _ss_sketch(bytes: number, mode: number): number;
  _ss_complete(programBytes: number, position: number): number;
}

export type EmitFormat = 'cute' | 'cpp' | 'dsl' | 'pycute' | 'python' | 'svg' | 'figure' | 'latex' | 'text' | 'json' | 'ascii' | 'cute_latex' | 'cuda' | 'cuda_standalone' | 'cuda_json';

/** The core's answer that it will not: a picture too large, a cell that is not there. */
export class Refusal extends Error {}

const enum SceneArray { ids = 1, colors = 2 }

export class CoreBinding {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(private readonly core: CoreModule) {}

  version(): string {
    return this.text(this.core._ss_version());
  }

  functions(): BuiltinFunction[] {
    return this.json(this.core._ss_functions());
  }

  gallery(): GalleryEntry[] {
    return this.json(this.core._ss_gallery());
  }

  /** As SVG. The report is not touched. */
  galleryPicture(id: string): string {
    return this.plain(this.core._ss_gallery_picture(this.write(id)));
  }

  /** The core keeps this report until the next call; the calls below speak of its bindings. */
  evaluate(program: string, mode: Mode, limit: number): Report {
    return this.json(this.core._ss_evaluate(this.write(program), mode === 'teaching' ? 1 : 0, limit));
  }

  /** Also fills the arrays that `cellIds` and `cellColors` copy out. */
  scene(binding: number, view: string): Scene {
    return this.json(this.core._ss_scene(binding, this.write(view)));
  }

  /** Cell id by row * cols + column; -1 where there is no element. */
  cellIds(): Float64Array<ArrayBuffer> {
    const length = this.core._ss_array_length(SceneArray.ids);
    const from = this.core._ss_array(SceneArray.ids);
    // Two halves of each 64-bit integer: an id is below 2^53, and a million BigInts would be slow.
    const low = new Uint32Array(this.core.HEAPU8.buffer, from, 2 * length);
    const high = new Int32Array(this.core.HEAPU8.buffer, from, 2 * length);
    const ids = new Float64Array(length);
    for (let i = 0; i < length; ++i) ids[i] = low[2 * i]! + high[2 * i + 1]! * 2 ** 32;
    return ids;
  }

  /** Colour class by row * cols + column; -1 where there is none. */
  cellColors(): Int32Array<ArrayBuffer> {
    const length = this.core._ss_array_length(SceneArray.colors);
    const from = this.core._ss_array(SceneArray.colors);
    return Int32Array.from(new Int32Array(this.core.HEAPU8.buffer, from, length));
  }

  /** Labels and heads of a part of a picture that is too large to have them all. */
  excerpt(binding: number, view: string, { row, rows, col, cols, rowHeads, colHeads }: PictureWindow): Excerpt {
    const request = [view, [row, rows, col, cols], rowHeads, colHeads].join('\n');
    return this.json(this.core._ss_excerpt(binding, this.write(request)));
  }

  emit(binding: number, format: EmitFormat, view: string): string {
    return this.plain(this.core._ss_emit(binding, this.write(`${format}\n${view}`)));
  }

  describe(binding: number, cell: number): Described {
    return this.json(this.core._ss_describe(binding, cell));
  }

  linked(binding: number, cell: number): Linked {
    return this.json(this.core._ss_linked(binding, cell));
  }

  /** The cells that belong together with this one in the view: those of its thread, of its wavefront. */
  kin(binding: number, cell: number, view: string): number[] {
    return this.json(this.core._ss_kin(binding, cell, this.write(view)));
  }

  /** How the program changes when an arrow of a morphism's diagram goes to another entry, or to the base point, -1. */
  moveArrow(binding: number, cell: number, target: number): ProgramEdit {
    return this.json(this.core._ss_move_arrow(binding, cell, target));
  }

  /** What a runner's result, JSON as it came, says of the binding's kernel; of an empty one what the model says before. */
  runReport(binding: number, result: string): RunReport {
    return this.json(this.core._ss_run_report(binding, this.write(result)));
  }

  /** The pictures that a runner's result, JSON, has data for. */
  overlays(result: string): OfferedOverlay[] {
    return this.json(this.core._ss_overlays(this.write(result)));
  }

  overlay(binding: number, kind: string, result: string): OverlayPicture {
    return this.json(this.core._ss_overlay(binding, this.write(`${kind}\n${result}`)));
  }

  /** What a file of measurements holds of the binding's kernel, as a runner's result in JSON. */
  recorded(binding: number, measurements: string): string {
    return this.plain(this.core._ss_recorded(binding, this.write(measurements)));
  }

  swizzles(binding: number): SwizzleTrials {
    return this.json(this.core._ss_swizzles(binding));
  }

  format(program: string): string {
    return this.text(this.core._ss_format(this.write(program)));
  }

  /** The lines that add a text from elsewhere to the program; `fills` are lines for its holes. */
  pasted(program: string, fills: string, text: string): string {
    const sizes = [program, fills].map((part) => this.encoder.encode(part).length);
    return this.text(this.core._ss_pasted(this.write(`${sizes.join(' ')}\n${program}${fills}${text}`)));
  }

  /** The program with a name for its last value, so that it can be run. */
  named(program: string): string {
    return this.text(this.core._ss_named(this.write(program)));
  }

  atoms(words: readonly string[]): ListedAtom[] {
    return this.json(this.core._ss_atoms(this.write(words.join('\n'))));
  }

  /** The report is not touched. */
  sketch(program: string, mode: Mode, view: string): Sketch {
    return this.json(this.core._ss_sketch(this.write(`${view}\n${program}`), mode === 'teaching' ? 1 : 0));
  }

  explain(binding: number): Step {
    return this.json(this.core._ss_explain(binding));
  }

  verdict(binding: number): Verdict[] {
    return this.json(this.core._ss_verdict(binding));
  }

  /** With elements of a type by its name, or of none. */
  analyze(binding: number, type = ''): Analysis {
    return this.json(this.core._ss_analyze(binding, this.write(type)));
  }

  complete(program: string, position: number): Completions {
    return this.json(this.core._ss_complete(this.write(program), position));
  }

  /** Writes the argument string and returns its length in bytes. */
  private write(argument: string): number {
    const bytes = this.encoder.encode(argument);
    const at = this.core._ss_input(bytes.length);
    this.core.HEAPU8.set(bytes, at);
    return bytes.length;
  }

  private text(length: number): string {
    const at = this.core._ss_output();
    return this.decoder.decode(this.core.HEAPU8.subarray(at, at + length));
  }

  /** An answer that is no JSON, but a refusal is. */
  private plain(length: number): string {
    const text = this.text(length);
    return text.startsWith('{"error":') ? refuse(JSON.parse(text)) : text;
  }

  private json<T>(length: number): T {
    const answer = JSON.parse(this.text(length)) as T | Refused;
    return isRefused(answer) ? refuse(answer) : answer;
  }
}

interface Refused {
  error: { code: string; message: string; hint: string };
}

function isRefused(answer: unknown): answer is Refused {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}

function refuse({ error: { message, hint } }: Refused): never {
  throw new Refusal(hint ? `${message}: ${hint}` : message);
}
