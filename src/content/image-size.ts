import { closeSync, openSync, readSync } from 'node:fs';

/** Width and height in CSS pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of an image file; undefined for other files and formats. */
export type ImageSizes = (absolute: string) => ImageSize | undefined;

/** True for a file with the name of an image whose size can be read. */
export function isImageFile(path: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(path);
}

/** Photos may have a preview and a color profile before their size. */
const MAX_BYTES = 256 * 1024;

/** Reads the start of a file. */
export function readSize(absolute: string): ImageSize | undefined {
  if (!isImageFile(absolute)) return undefined;
  try {
    const file = openSync(absolute, 'r');
    try {
      const bytes = Buffer.alloc(MAX_BYTES);
      return imageSize(bytes.subarray(0, readSync(file, bytes)));
    } finally {
      closeSync(file);
    }
  } catch {
    // A file that cannot be read is reported when it is copied.
    return undefined;
  }
}

/** Reads the size from the start of a file: PNG, GIF, JPEG, WebP, AVIF or SVG. */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  const size = sizeIn(bytes);
  if (size === undefined) return undefined;
  const [width, height] = [Math.round(size.width), Math.round(size.height)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

function sizeIn(bytes: Buffer): ImageSize | undefined {
  const name = (start: number, end: number): string => bytes.toString('latin1', start, end);
  try {
    if (name(1, 4) === 'PNG') return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    if (name(0, 4) === 'GIF8') return sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
    if (name(0, 4) === 'RIFF' && name(8, 12) === 'WEBP') return webpSize(bytes, name(12, 16));
    if (name(4, 12) === 'ftypavif') return avifSize(bytes);
    return svgSize(bytes.toString('utf8'));
  } catch (error) {
    // The file ends early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sizeOf(width: number, height: number): ImageSize {
  return { width, height };
}

/** Follows the segments to the start of a frame (ITU T.81, B.2.2). */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let isTurned = false;
  for (let at = 2; bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return isTurned ? sizeOf(height, width) : sizeOf(width, height);
    }
    if (marker === 0xe1) isTurned ||= isTurnedExif(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  return undefined;
}

/** True if the tag "Orientation" turns the image by a quarter (Exif 2.3, 4.6.4). */
function isTurnedExif(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 4) !== 'Exif') return false;
  const tiff = bytes.subarray(6);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let index = 0; index < short(first); index++) {
    const entry = first + 2 + index * 12;
    if (short(entry) === 0x0112) return short(entry + 8) >= 5;
  }
  return false;
}

function webpSize(bytes: Buffer, chunk: string): ImageSize | undefined {
  if (chunk === 'VP8X') return sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (chunk === 'VP8 ')
    return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (chunk !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** The largest of the spatial extents: others are of tiles and previews (ISO/IEC 23008-12, 6.5.3). */
function avifSize(bytes: Buffer): ImageSize | undefined {
  let largest: ImageSize | undefined;
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 4)) {
    const size = sizeOf(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
    if (size.width * size.height > (largest?.width ?? 0) * (largest?.height ?? 0)) largest = size;
  }
  return largest;
}

/** `width` and `height` in pixels, else the ratio of `viewBox`. */
function svgSize(text: string): ImageSize | undefined {
  const elements = text.replace(/<!--[^]*?-->/g, '');
  const tag = /<svg(?=[\s>])(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(elements)?.[0];
  if (tag === undefined) return undefined;
  const attribute = (name: string): string =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).join('') ?? '';
  const length = (name: string): number | undefined => {
    const [, value] = /^\s*([\d.]+)(?:px)?\s*$/.exec(attribute(name)) ?? [];
    return value === undefined ? undefined : Number(value);
  };
  const [width, height] = [length('width'), length('height')];
  if (width !== undefined && height !== undefined) return sizeOf(width, height);
  const [, , boxWidth = 0, boxHeight = 0] = attribute('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(boxWidth > 0 && boxHeight > 0)) return undefined;
  if (width !== undefined) return sizeOf(width, (width * boxHeight) / boxWidth);
  if (height !== undefined) return sizeOf((height * boxWidth) / boxHeight, height);
  return sizeOf(boxWidth, boxHeight);
}
