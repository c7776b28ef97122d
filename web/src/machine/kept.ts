// PTX of the gallery's kernels, kept next to the page (core/data/ptx): found by the hash of a kernel's CUDA.
import kernels from '../../../core/data/ptx/kernels.json';

/** Addresses of the files by path. */
const files = import.meta.glob('../../../core/data/ptx/*.ptx', { query: '?url', import: 'default', eager: true });

/** The PTX of this CUDA text; undefined if it is not kept. */
export async function keptPtx(cuda: string): Promise<string | undefined> {
  // Pages without a secure connection have no hashes.
  if (!('subtle' in crypto)) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(cuda)));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const id = Object.entries(kernels).find(([, known]) => known === hash)?.[0];
  const address = id && files[`../../../core/data/ptx/${id.replaceAll('/', '_')}.ptx`];
  if (typeof address !== 'string') return undefined;
  const answer = await fetch(address);
  return answer.ok ? answer.text() : undefined;
}
