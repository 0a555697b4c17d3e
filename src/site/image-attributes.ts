/** The attributes of images in articles, by their order on the page. */
import type { ImageSize } from '../content/image-size.ts';

/** The text around the address of an image. */
interface ImagePlace {
  readonly before: string;
  readonly after: string;
  readonly size: ImageSize | undefined;
}

/** As Markdown and the component `Image` print it. */
const LAZY = ' loading="lazy" decoding="async"';

/**
 * Completes the images of an article, in order: width and height, so that nothing moves when one is loaded. The first
 * one before the second heading is loaded at once, others when they come near the screen.
 */
export function createImageAttributes(hasTitleAbove: boolean) {
  let headings = hasTitleAbove ? 1 : 0;
  let hasFirst = false;
  let isInIsland = false;
  let isInLink = false;
  return {
    /** Whether the next image is neither in a link nor made again by a browser. */
    isPlain: (): boolean => !isInIsland && !isInLink,
    /** Notes the HTML between two addresses. */
    passed: (html: string): void => {
      if (headings < 2 && !hasFirst) headings += html.match(/<h[1-6]\b/g)?.length ?? 0;
      const isIn = (open: string, close: string, before: boolean): boolean => {
        const [opened, closed] = [html.lastIndexOf(open), html.lastIndexOf(close)];
        return opened === closed ? before : opened > closed;
      };
      isInIsland = isIn('<dw-island', '</dw-island', isInIsland);
      isInLink = isIn('<a ', '</a>', isInLink);
    },
    /** Returns the text after an address with the attributes added, if it is the source of an image. */
    complete: ({ before, after, size }: ImagePlace): string => {
      const [tag, start = ''] = /<img\b([^<>]*\s)src="$/.exec(before) ?? [];
      const [end = ''] = /^"[^<>]*/.exec(after) ?? [];
      // A browser makes the content of an island again.
      if (tag === undefined || isInIsland) return after;
      const others = end.replace(LAZY, '');
      const isGiven = (name: string): boolean =>
        new RegExp(`\\s${name}[\\s=]`).test(`${start}${others} `);
      // Of images for light and dark mode, one is not shown.
      const isEager = !hasFirst && headings < 2 && !/\b(?:light|dark)-only\b/.test(start + end);
      hasFirst ||= isEager;
      const sized =
        size === undefined || isGiven('width') || isGiven('height')
          ? ''
          : ` width="${size.width}" height="${size.height}"`;
      const priority = isEager ? ' fetchpriority="high"' : LAZY;
      const chosen = isGiven('loading') || isGiven('fetchpriority') ? '' : priority;
      const rest = after.slice(end.length);
      // The end of the tag may be behind another address.
      if (!rest.startsWith('>')) return `"${sized}${chosen}${others.slice(1)}${rest}`;
      return others.replace(/\s*\/?$/, (close) => sized + chosen + close) + rest;
    },
  };
}
