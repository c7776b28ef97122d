// Offers a picture to the user as a file.
import { save } from '../parts/save';
import { parseSvg } from '../pictures/svg_painter';

/** Pixels of the file per pixel of the picture. */
const scale = 2;

/** A complete SVG, or a canvas as displayed. */
export async function savePng(source: string | HTMLCanvasElement, file: string): Promise<void> {
  const canvas = typeof source === 'string' ? await drawn(source) : source;
  const blob = await new Promise<Blob | null>((resolve) => { canvas.toBlob(resolve, 'image/png'); });
  if (blob) save(URL.createObjectURL(blob), file);
}

async function drawn(svg: string): Promise<HTMLCanvasElement> {
  const size = parseSvg(svg);
  const [width, height] = ['width', 'height'].map((name) => Math.max(1, Math.ceil(Number(size.getAttribute(name)) || 1))) as [number, number];
  const image = new Image();
  // The content policy allows images from data, not from blobs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
