// Dropped, chosen or pasted files: they are read here and passed to the core in its worker; nothing is uploaded.
import { inflate } from '../session/link';
import { show } from '../parts/dialogs';
import type { Session } from '../session/session';
import { t } from '../words/words';
import { isPtx } from './ptx';

const most = 1 << 26;
/** Beginning of each version of a trace file. */
const traceBegin = 'stridescope-trace ';
/** Beginning of a report of Nsight Compute. */
const reportBegin = 'NVR\0';

/** Shows rows of a file of another program; opens any other file as the program. */
export async function takeFile(session: Session, file: File): Promise<void> {
  const refused = file.size > most ? t('file.large') : !file.size ? t('file.empty', { name: file.name }) : '';
  session.problem.value = refused;
  if (refused) return;
  const reading = t('file.reading', { name: file.name });
  session.notice.value = reading;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begin = new TextDecoder('latin1').decode(bytes.subarray(0, traceBegin.length));
  try {
    const text = begin === traceBegin ? unpackedTrace(bytes) : begin.startsWith(reportBegin) ? base64(bytes) : new TextDecoder().decode(bytes);
    await takeText(session, file.name, text);
  } catch {
    session.problem.value = t('file.broken', { name: file.name });
  } finally {
    if (session.notice.peek() === reading) session.notice.value = '';
  }
}

/** A trace in the core's input form: its first line, and its sections without deflate, as base64. Throws if it is cut off. */
function unpackedTrace(bytes: Uint8Array): string {
  const end = bytes.indexOf(10) + 1;
  const sections = inflate(bytes.subarray(end), most);
  const whole = new Uint8Array(end + sections.length);
  whole.set(bytes.subarray(0, end));
  whole.set(sections, end);
  return base64(whole);
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // In groups of three bytes, so that the parts can be concatenated.
  const bite = 3 << 12;
  for (let at = 0; at < bytes.length; at += bite) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + bite))));
  return parts.join('');
}

/** Opens PTX in the machine. */
let openPtx: ((name: string, text: string) => Promise<void>) | undefined;
export function offerMachine(open: typeof openPtx): void {
  openPtx = open;
}

/** `listed`: shows its rows whatever its origin. */
export async function takeText(session: Session, name: string, text: string, listed = false): Promise<void> {
  if (openPtx && isPtx(text)) {
    await openPtx(name, text);
    return;
  }
  if (await session.takeFile(name, text, listed)) await show('file');
}

/** Asks the user for a file. */
export function chooseFile(session: Session): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    if (file) void takeFile(session, file);
  });
  input.click();
}
