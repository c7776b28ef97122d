// PTX of the gallery's kernels, kept next to the page (core/data/ptx): found by the hash of a kernel's CUDA (core/debugger/kept_ptx.cpp).
import kernels from '../../../core/data/ptx/kernels.json';

/** Addresses of the files by path. */
const files = import.meta.glob('../../../core/data/ptx/*.ptx', { query: '?url', import: 'default', eager: true });

/** The PTX of this CUDA text; undefined if it is not kept. */
export async function keptPtx(cuda: string): Promise<string | undefined> {
  let bits = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(cuda)) bits = BigInt.asUintN(64, (bits ^ BigInt(byte)) * 0x100000001b3n);
  const hash = bits.toString(16).padStart(16, '0');
  const id = Object.entries(kernels).find(([, known]) => known === hash)?.[0];
  const address = id && files[`../../../core/data/ptx/${id.replaceAll('/', '_')}.ptx`];
  if (typeof address !== 'string') return undefined;
  const answer = await fetch(address);
  return answer.ok ? answer.text() : undefined;
}
