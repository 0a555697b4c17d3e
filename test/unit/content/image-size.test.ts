import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../../src/content/image-size.ts';

const hex = (digits: string): Buffer => Buffer.from(digits.replace(/\s/g, ''), 'hex');
const text = (latin: string): Buffer => Buffer.from(latin, 'latin1');
const svg = (attributes: string): Buffer =>
  text(`<?xml version="1.0"?><!-- <svg> --><svg ${attributes}><svg width="1" height="1"/></svg>`);

const JPEG_START = 'ffd8 ffe0 0010 4a464946 00 0101 00 0001 0001 0000';
const JPEG_FRAME = 'ffc2 0011 08 0064 00c8 03 012200 021101 031101';
const EXIF_TURNED =
  'ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 0006 0000 00000000';

describe('the size of an image', () => {
  it.each([
    ['GIF', Buffer.concat([text('GIF89a'), hex('2c01 c800 f0 00 00')]), 300, 200],
    ['JPEG', hex(JPEG_START + JPEG_FRAME), 200, 100],
    ['JPEG that is turned', hex(JPEG_START + EXIF_TURNED + JPEG_FRAME), 100, 200],
    [
      'WebP',
      text('RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0\x30\x01\0\x9d\x01\x2a\x40\x01\xf0\0'),
      320,
      240,
    ],
    ['WebP without loss', text('RIFF\x24\0\0\0WEBPVP8L\x18\0\0\0\x2f\x3f\xc1\x3b\0'), 320, 240],
    [
      'extended WebP',
      text('RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x3f\x01\0\xef\0\0'),
      320,
      240,
    ],
    [
      'AVIF with a preview',
      text(
        '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\0\0\0\x14ispe\0\0\0\0\0\0\0\x40\0\0\0\x30\0\0\0\x14ispe\0\0\0\0\0\0\x01\x40\0\0\0\xf0',
      ),
      320,
      240,
    ],
    ['SVG', svg('width="320" height="240px" viewBox="0 0 4 3"'), 320, 240],
    ['SVG with a view box', svg("viewBox='0 0 32.4 24'"), 32, 24],
    ['SVG with a width', svg('viewBox="0 0 4 3" width="320"'), 320, 240],
    ['SVG as wide as its place', svg('viewBox="0, 0, 4, 3" width="100%" height="100%"'), 4, 3],
  ])('%s', (_, bytes, ...size) => {
    expect(Object.values(imageSize(bytes) ?? {})).toEqual(size);
  });

  it('PNG', () => {
    expect(imageSize(readFileSync('static/apple-touch-icon.png'))).toEqual({
      width: 180,
      height: 180,
    });
  });

  it.each([
    ['an empty file', ''],
    ['text', 'GIF'],
    ['a PNG that ends early', '\x89PNG\r\n'],
    ['a JPEG that ends early', '\xff\xd8\xff\xe0\x00\x10'],
    ['an SVG without a size', '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'],
    ['an SVG in other units', '<svg width="10cm" height="5cm"/>'],
    ['nothing', '<svg width="0" height="0"/>'],
  ])('is unknown: %s', (_, content) => {
    expect(imageSize(text(content))).toBeUndefined();
  });
});
