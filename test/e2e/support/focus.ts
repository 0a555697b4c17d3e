import type { Page } from 'playwright-core';

/** What a reader with a keyboard sees of the focus. */
export interface FocusStop {
  /** Which element it is: its place among all of them. */
  readonly index: number;
  readonly label: string;
  /** Width of the outline in CSS pixels, and its contrast to what is around it. */
  readonly outline: number;
  readonly contrast: number;
  /** How much of the element the sticky header or the window's edges hide, from 0 to 1. */
  readonly hidden: number;
}

/** Where the focus is; undefined where it is not on the page. */
export function focused(page: Page): Promise<FocusStop | undefined> {
  return page.evaluate(describeFocus);
}

/** Follows the Tab key, or another one, until it leaves the page or comes back to where it began. */
export async function walk(page: Page, key = 'Tab'): Promise<readonly FocusStop[]> {
  const stops: FocusStop[] = [];
  for (;;) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    if (stop === undefined || stop.index === stops[0]?.index) return stops;
    if (stops.length > 300) throw new Error('the focus never leaves the page');
    stops.push(stop);
  }
}

function describeFocus(): FocusStop | undefined {
  const element = document.activeElement;
  if (element === null || element === document.body) return undefined;
  const { outlineWidth, outlineStyle, outlineColor, outlineOffset } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isAbove = '.announcement-bar, .header, [role=dialog], dialog, .skip-link';
  const inHeader = element.closest(isAbove) !== null;
  const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
  const top = inHeader ? 0 : Math.max(0, header);
  const shown = Math.min(box.bottom, innerHeight) - Math.max(box.top, top);
  // What is higher than the window cannot be seen whole.
  const most = Math.min(box.height, innerHeight - top);
  const around = Number.parseFloat(outlineOffset) < 0 ? element : element.parentElement;
  return {
    index: [...document.body.querySelectorAll('*')].indexOf(element),
    label: `${element.tagName} ${element.className} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`,
    outline: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
    contrast: contrast(pixel(outlineColor), background(around)),
    hidden: most <= 0 ? 0 : Math.max(0, 1 - shown / most),
  };

  /** The color that is painted behind an element. */
  function background(from: Element | null): readonly number[] {
    const layers: string[] = [];
    for (let at = from; at !== null; at = at.parentElement)
      layers.unshift(getComputedStyle(at).backgroundColor);
    return pixel(...layers);
  }

  /** Red, green and blue of colors that are painted over each other on white. */
  function pixel(...layers: readonly string[]): readonly number[] {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    if (context === null) return [0, 0, 0];
    for (const layer of ['white', ...layers]) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }

  /** The contrast of two colors (WCAG 2, relative luminance). */
  function contrast(one: readonly number[], other: readonly number[]): number {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(color: readonly number[]): number {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}

/** Places of the elements that the keyboard has to reach: everything to press, to type in or to scroll that is shown. */
export function operable(page: Page, within = 'body'): Promise<readonly number[]> {
  return page.evaluate((scope) => {
    const all = [...document.body.querySelectorAll('*')];
    const wanted = 'a[href], button, summary, input, textarea, select, [tabindex]';
    return [...document.querySelectorAll<HTMLElement>(`:is(${scope}) :is(${wanted})`)]
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
      .filter((element) => element.closest('[inert]') === null)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => all.indexOf(element));
  }, within);
}

/**
 * Targets that are smaller than 24 by 24 CSS pixels (WCAG 2.5.8), but for links in a line of text; what only keys
 * reach is none.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const inText = (element: Element): boolean => {
      const { display } = getComputedStyle(element);
      const around = element.closest('p, li, dd, td, th, figcaption, div')?.textContent.trim();
      return display === 'inline' && around !== element.textContent.trim();
    };
    return [...document.querySelectorAll('a[href], button, summary, input, select')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.matches('.skip-link, :disabled') && !inText(element))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (Math.min(width, height) >= 23.99) return [];
        return [`${element.outerHTML.slice(0, 120)} ${width.toFixed(1)}x${height.toFixed(1)}`];
      });
  });
}
