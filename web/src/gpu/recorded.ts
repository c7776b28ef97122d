// The measurements of core/data: files of the page, fetched for a visible kernel.
import ladderH100 from '../../../core/data/ladder_h100.json?url';
import measuredH100 from '../../../core/data/measured_h100.json?url';
import measuredH200 from '../../../core/data/measured_h200.json?url';
import productsH100 from '../../../core/data/products_h100.json?url';
import productsH200 from '../../../core/data/products_h200.json?url';
import textsH100 from '../../../core/data/texts_h100.json?url';

const places = { copies: [measuredH100, measuredH200], products: [productsH100, productsH200], ladder: [ladderH100], texts: [textsH100] };
const files = new Map<keyof typeof places, Promise<string[]>>();

/** The files of measurements of copies, products, the ladder, or with texts of kernels; empty if they cannot be loaded. */
export function measurements(of: keyof typeof places): Promise<string[]> {
  const kept = files.get(of) ?? Promise.all(places[of].map(async (url) => (await fetch(url)).text())).catch(() => {
    files.delete(of);
    return [];
  });
  files.set(of, kept);
  return kept;
}
