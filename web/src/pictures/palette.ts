/** Colour classes cycle through this many palette entries, `--ss-c0` to `--ss-c11`. */
export const paletteSize = 12;

const known = new Map<string, Uint32Array>();

/** The palette's colours in force around `host`, then that of unpainted cells, as pixels of an image; read once a theme. */
export function readPalette(host: HTMLElement, theme: string): Uint32Array {
  let palette = known.get(theme);
  if (!palette) {
    palette = read(host);
    known.set(theme, palette);
  }
  return palette;
}

function read(host: HTMLElement): Uint32Array {
  const names = Array.from({ length: paletteSize }, (_, index) => `--ss-c${index}`).concat('--ss-blank');
  const canvas = document.createElement('canvas');
  canvas.width = names.length;
  canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const probe = host.appendChild(document.createElement('span'));
  names.forEach((name, index) => {
    probe.style.color = `var(${name})`;
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(index, 0, 1, 1);
  });
  probe.remove();
  return new Uint32Array(context.getImageData(0, 0, names.length, 1).data.buffer);
}
