import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { srcsetCandidates } from '../../../src/html/reference-attributes.ts';
import { EARLY_SCRIPT } from '../../../src/publish/early-script.ts';
import { isShellId } from '../../../src/shared/page-ids.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const REFUSED: ReadonlySet<string> = new Set(
  'applet base embed form frame frameset iframe link math meta noembed noframes noscript object plaintext script select slot style svg template textarea title xmp'.split(
    ' ',
  ),
);
const ADDRESSES =
  /^(?:href|src|srcset|action|formaction|poster|data|cite|background|ping|longdesc|xlink:href|manifest)$/;
/** Attributes by which scripts of the layout find their controls; the grammar gives them this value. */
const HIJACKED = 'zz';

/** Lists what content must never have, as a browser reads it. */
export function harmIn(elements: readonly Element[], site: string): readonly string[] {
  return elements.flatMap((element) => [
    ...(REFUSED.has(element.tagName) ? [`<${element.tagName}>`] : []),
    ...element.attrs.flatMap(({ name, value }) => harmOf(element, { name, value }, site)),
  ]);
}

function harmOf(
  { tagName }: Element,
  { name, value }: { name: string; value: string },
  site: string,
): readonly string[] {
  const shown = `<${tagName} ${name}=${JSON.stringify(value)}>`;
  const isCode = /^on|^(?:style|srcdoc|is|nonce|http-equiv)$/.test(name);
  const isTaken = /^(?:id|name|for|form|aria-[a-z]+|popovertarget)$/.test(name) && isShellId(value);
  const isControl =
    name.startsWith('data-') &&
    value === HIJACKED &&
    name !== 'data-x' &&
    name !== 'data-id' &&
    name !== 'data-props';
  const isAddress =
    ADDRESSES.test(name) &&
    addressesOf(name, value).some((address) => !isSafe(tagName, address, site));
  return isCode || isTaken || isControl || isAddress ? [shown] : [];
}

function addressesOf(name: string, value: string): readonly string[] {
  return name === 'srcset'
    ? srcsetCandidates(value).map(({ start, end }) => value.slice(start, end))
    : [value];
}

function isSafe(tagName: string, address: string, site: string): boolean {
  if (!URL.canParse(address, site)) return true;
  const { protocol, href } = new URL(address, site);
  // Others run nothing; `links.schemes` allows them.
  if (!/^(?:javascript|vbscript|data|blob|file|filesystem):$/.test(protocol)) return true;
  return tagName !== 'a' && /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i.test(href);
}

/** Harm that code in a page must not do by mistake: components print only safe addresses. Ids of the layout are errors. */
const HARM_OF_CODE = /^JSON|^more than one <article>| (?:href|src|srcset|poster|data)=/;

/** Lists what a whole page must never have; its head and layout are the generator's. Components may write any element. */
export function harmInPage(html: string, site: string, isCode: boolean): readonly string[] {
  const all = elementsOf(parse(html));
  const scripts = all.filter(({ tagName }) => tagName === 'script');
  // The policy has the hash of the early script alone.
  const inline = scripts.filter(
    (script) => !script.attrs.some(({ name }) => name === 'src') && textOf(script) !== EARLY_SCRIPT,
  );
  const data = inline.filter(({ attrs }) =>
    attrs.some(({ name, value }) => name === 'type' && /^application\/(?:ld\+)?json$/.test(value)),
  );
  const articles = all.filter(({ tagName }) => tagName === 'article');
  const content = articles.flatMap((article) => elementsOf(article).slice(1));
  const ids = all.flatMap(({ attrs }) =>
    attrs.filter(({ name, value }) => name === 'id' && isShellId(value)).map(({ value }) => value),
  );
  const found = [
    ...(inline.length === data.length ? [] : ['an inline script']),
    ...data.flatMap((script) => (isJson(textOf(script)) ? [] : ['JSON that cannot be read'])),
    ...(articles.length > 1 ? ['more than one <article>'] : []),
    ...all.flatMap(({ tagName, attrs }) =>
      attrs
        .filter(({ name }) => /^on|^(?:style|srcdoc)$/.test(name))
        .map(({ name }) => `<${tagName} ${name}>`),
    ),
    ...all
      .filter(({ tagName }) => /^(?:base|style|object|embed)$/.test(tagName))
      .map(({ tagName }) => `<${tagName}>`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} twice`),
    ...harmIn(
      content.filter(({ tagName }) => tagName !== 'svg'),
      site,
    ).filter((what) => !/ (?:id|for|aria-owns)="dw-/.test(what)),
  ];
  return isCode ? found.filter((what) => HARM_OF_CODE.test(what)) : found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

/** All elements of a tree, the root included. */
function elementsOf(root: Node): readonly Element[] {
  const found: Element[] = [];
  const rest: Node[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if ('tagName' in node) found.push(node);
    if ('content' in node) rest.push(node.content);
    if ('childNodes' in node) rest.push(...node.childNodes.toReversed());
  }
  return found;
}
