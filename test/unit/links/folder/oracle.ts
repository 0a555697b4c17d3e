import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { scanHtml } from '../../../../src/html/scan-html.ts';

/** Ids, names and references of a page, in one order, as lines to compare. */
export interface PageFacts {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly links: readonly string[];
}

const HTML_LINKS: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  iframe: ['src'],
  img: ['src'],
  source: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  embed: ['src'],
  script: ['src'],
  object: ['data'],
};
const SVG_LINKS = new Set(['a', 'use', 'image', 'feImage', 'script']);
const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';

/** What the scanner says of a page. */
export function scannedFacts(html: string): PageFacts {
  const { ids, anchorNames, links } = scanHtml(html);
  const plain = links.filter(({ attribute }) =>
    /^(?:xlink:)?(?:href|src|poster|data)$/.test(attribute),
  );
  return facts(
    ids,
    anchorNames,
    plain.map(
      ({ tag, attribute, href, start }) =>
        `${tag} ${attribute} ${attributeStart(html, start)} ${href}`,
    ),
  );
}

/** What a conforming parser says of it, without scripts. */
export function parsedFacts(html: string): PageFacts {
  const ids = new Set<string>();
  const names = new Set<string>();
  const links: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!('tagName' in node)) return;
    const { tagName, namespaceURI, attrs } = node;
    const seen = new Set<string>();
    for (const { name, value, prefix } of attrs) {
      const full = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
      seen.add(full);
      if (name === 'id' && value !== '') ids.add(value);
      if (name === 'name' && tagName === 'a' && namespaceURI === HTML) names.add(value);
      const isLink =
        namespaceURI === HTML
          ? HTML_LINKS[tagName]?.includes(full)
          : namespaceURI === SVG &&
            SVG_LINKS.has(tagName) &&
            (full === 'href' ||
              (full === 'xlink:href' &&
                !attrs.some((other) => other.name === 'href' && !other.prefix)));
      if (isLink !== true || /^data:/i.test(value)) continue;
      // Formatting elements that span blocks are repeated in the tree, without a place.
      const at = node.sourceCodeLocation?.attrs?.[full]?.startOffset;
      if (at === undefined) continue;
      links.push(`${tagName.toLowerCase()} ${full} ${at} ${value}`);
    }
    for (const child of node.childNodes) visit(child);
  };
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  for (const child of document.childNodes) visit(child);
  return facts(ids, names, links);
}

/** Where the attribute starts whose value starts at an offset. */
function attributeStart(html: string, valueStart: number): number {
  const before = /[^\s/>=][^\s/>=]*(?:[\s]*=[\s]*["']?)?$/.exec(
    html.slice(Math.max(0, valueStart - 60), valueStart),
  );
  return before === null ? -1 : Math.max(0, valueStart - 60) + before.index;
}

function facts(ids: Iterable<string>, names: Iterable<string>, links: Iterable<string>): PageFacts {
  return {
    ids: [...ids].sort(),
    names: [...names].sort(),
    links: [...new Set(links)].sort(),
  };
}
