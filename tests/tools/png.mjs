// Reads the PNG files that the window writes: 8 bits a channel, not interlaced.
import { inflateSync } from 'node:zlib';

const channelsOf = { 0: 1, 2: 3, 4: 2, 6: 4 };

const paeth = (left, up, corner) => {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};
const predictors = [() => 0, (left) => left, (_, up) => up, (left, up) => (left + up) >> 1, paeth];

/** Width, height, and the colour at a place as `#rrggbb`. */
export function readPng(bytes) {
  const parts = [];
  let header;
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') header = data;
    if (kind === 'IDAT') parts.push(data);
    at += 12 + length;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsOf[header[9]];
  if (header[8] !== 8 || header[12] !== 0 || channels < 3) throw new Error('a PNG of another kind');
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; ++y) {
    const predict = predictors[rows[y * (stride + 1)]];
    for (let x = 0; x < stride; ++x) {
      const at = y * stride + x;
      const left = x >= channels ? pixels[at - channels] : 0;
      const up = y > 0 ? pixels[at - stride] : 0;
      const corner = x >= channels && y > 0 ? pixels[at - stride - channels] : 0;
      pixels[at] = rows[y * (stride + 1) + 1 + x] + predict(left, up, corner);
    }
  }
  const colorAt = (x, y) => {
    const at = Math.floor(y) * stride + Math.floor(x) * channels;
    return `#${pixels.toString('hex', at, at + 3)}`;
  };
  return { width, height, colorAt };
}
