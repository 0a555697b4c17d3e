import { randomFrom } from '../../../../bench/words.ts';

const PARTS = [
  '<',
  '>',
  '"',
  "'",
  '=',
  '/',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<template>',
  '<style>',
  '</style>',
  '<title>',
  '</title>',
  '&amp',
  '&#x2f;',
  '\0',
  '\r\n',
  '<textarea>',
  '<noscript>',
  '</noscript>',
  '<p>',
  '</p>',
  '<a href=x id=y>',
  '</a>',
  '<!',
  '<?',
  '</',
  '<a ',
  ' id=',
  ' href=',
  '<xmp>',
  '<br>',
  '</br>',
  '<!--<script>',
  '<body id=b>',
];
const FOREIGN = [
  '<svg>',
  '</svg>',
  '<math>',
  '<mi>',
  '<foreignObject>',
  '</foreignObject>',
  '<![CDATA[',
  ']]>',
  '<desc>',
  '</div>',
];

interface Mutation {
  readonly count: number;
  readonly seed: number;
  /** Mutates pages with SVG and MathML; else these are left out. */
  readonly foreign: boolean;
}

/** Pages with pieces lost, repeated and added; the same ones for the same seed. */
export function mutatedPages(page: string, { count, seed, foreign }: Mutation): readonly string[] {
  const random = randomFrom(seed);
  const original = foreign
    ? page
    : page
        .replace(/<svg[^]*<\/math>/, '')
        .replace(/<table[^]*<\/table>/, '')
        .replace(/<template>[^]*<\/template>/, '');
  const parts = foreign ? [...PARTS, ...FOREIGN] : PARTS;
  const below = (limit: number): number => Math.floor(random() * limit);
  const mutate = (html: string): string => {
    const at = below(html.length);
    const next = html.indexOf('<', at);
    switch (below(4)) {
      case 0:
        return html.slice(0, at) + html.slice(at + below(30));
      case 1:
        return html.slice(0, at) + (parts[below(parts.length)] ?? '') + html.slice(at);
      case 2:
        return html.slice(0, next) + (parts[below(parts.length)] ?? '') + html.slice(next);
      default:
        return html.slice(0, next) + html.slice(at, at + below(300)) + html.slice(next);
    }
  };
  return Array.from({ length: count }, () => {
    let html = original;
    for (let step = 1 + below(6); step > 0; step--) html = mutate(html);
    return html;
  });
}
