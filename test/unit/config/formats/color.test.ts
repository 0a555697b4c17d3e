import { describe, expect, it } from 'vitest';
import { contrast, parseColor } from '../../../../src/config/formats/color.ts';
import { NAMED_COLORS } from '../../../../src/config/formats/named-colors.ts';

const rounded = (text: string) => {
  const color = parseColor(text);
  return color && [color.red, color.green, color.blue].map(Math.round).concat(color.alpha);
};

describe('parseColor', () => {
  it.each([
    ['#fff', [255, 255, 255, 1]],
    ['#1A2b3C', [26, 43, 60, 1]],
    ['#0008', [0, 0, 0, 136 / 255]],
    ['#00000000', [0, 0, 0, 0]],
    ['RebeccaPurple', [102, 51, 153, 1]],
    ['rgb(1, 2, 3)', [1, 2, 3, 1]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgba(1,2,3,.25)', [1, 2, 3, 0.25]],
    ['rgb(100%, 0%, 50%)', [255, 0, 128, 1]],
    ['rgb(300, -5, 0)', [255, 0, 0, 1]],
    ['hsl(120, 100%, 25%)', [0, 128, 0, 1]],
    ['hsl(120deg 100% 25% / 1)', [0, 128, 0, 1]],
    ['hsl(-240 100% 50%)', [0, 255, 0, 1]],
    ['hsl(0.5turn, 100%, 50%)', [0, 255, 255, 1]],
  ])('reads %s', (text, channels) => {
    expect(rounded(text)).toEqual(channels);
  });

  it.each([
    '',
    '#ff',
    '#fffff',
    '#ggg',
    'reds',
    'constructor',
    'rgb(1, 2)',
    'rgb(1 2, 3)',
    'rgb(1%, 2, 3)',
    'rgb(1, 2, 3, 4, 5)',
    'rgb(1deg, 2deg, 3deg)',
    'hsl(1%, 2%, 3%)',
    'hsl(1, 2, 3)',
    'rgb(1,2,3);x',
    'red ',
    'red}body{',
    'rgb(var(--x))',
    `rgb(${'1'.repeat(80)}, 1, 1)`,
  ])('refuses %j', (text) => {
    expect(parseColor(text)).toBeUndefined();
  });

  it('knows the 148 names of CSS', () => {
    expect(NAMED_COLORS.size).toBe(148);
    for (const name of NAMED_COLORS.keys()) expect(parseColor(name)).toBeDefined();
    expect(NAMED_COLORS.get('grey')).toBe(NAMED_COLORS.get('gray'));
  });
});

describe('contrast', () => {
  const between = (a: string, b: string) => {
    const [first, second] = [parseColor(a), parseColor(b)];
    return first && second && contrast(first, second);
  };

  it('is 21 for black on white, 1 for equal colours, and the same both ways', () => {
    expect(between('black', 'white')).toBeCloseTo(21, 10);
    expect(between('red', '#f00')).toBe(1);
    expect(between('#777', '#fff')).toBeCloseTo(4.478, 3);
    expect(between('#fff', '#777')).toBe(between('#777', '#fff'));
  });

  it('cannot be told of translucent colours', () => {
    expect(between('#0008', '#fff')).toBeUndefined();
  });
});
