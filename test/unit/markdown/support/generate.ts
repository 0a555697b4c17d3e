/** A seeded source of numbers below 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A document whose destinations are known. */
export interface Generated {
  readonly text: string;
  /** Each destination as it is written, once for each link that leads to it. */
  readonly destinations: readonly string[];
}

interface Line {
  readonly text: string;
  /** True for a line that continues a paragraph also without the prefixes of the containers around it. */
  readonly lazy: boolean;
}

interface Generator {
  readonly random: () => number;
  readonly destinations: string[];
  readonly definitions: string[];
  readonly footnotes: string[];
  /** With elements of JSX around blocks, and no HTML. */
  readonly isMdx: boolean;
  count: number;
}

/** Composes containers, blocks and links at random; the same seed gives the same document. */
export function generate(seed: number, { isMdx = false } = {}): Generated {
  const generator: Generator = {
    random: createRandom(seed),
    isMdx,
    destinations: [],
    definitions: [],
    footnotes: [],
    count: 0,
  };
  const blocks = Array.from({ length: 1 + below(generator, 4) }, () => block(generator, 0));
  const lines = join(blocks).map((line) => line.text);
  if (generator.footnotes.length > 0)
    lines.push('', `notes ${generator.footnotes.map((label) => `[^${label}]`).join(' ')}`);
  for (const definition of generator.definitions) lines.push('', definition);
  return { text: dress(generator, lines), destinations: generator.destinations };
}

function dress(generator: Generator, lines: readonly string[]): string {
  const front = chance(generator, 0.4) ? ['---', 'title: A title', '---', ''] : [];
  const end = pick(generator, ['\n', '\r\n', '\r']);
  const mark = chance(generator, 0.3) ? '\ufeff' : '';
  return mark + [...front, ...lines].join(end) + (chance(generator, 0.5) ? end : '');
}

function below(generator: Generator, limit: number): number {
  return Math.floor(generator.random() * limit);
}

function chance(generator: Generator, share: number): boolean {
  return generator.random() < share;
}

function pick<Item>(generator: Generator, items: readonly [Item, ...Item[]]): Item {
  return items[below(generator, items.length)] ?? items[0];
}

function join(blocks: readonly (readonly Line[])[]): Line[] {
  return blocks.flatMap((lines, index) => (index === 0 ? lines : [plain(''), ...lines]));
}

function plain(text: string): Line {
  return { text, lazy: false };
}

function block(generator: Generator, depth: number): Line[] {
  const containers = [quote, bulletItem, orderedItem, admonition, footnote];
  if (generator.isMdx) containers.push(elementAround, elementAround);
  const last = generator.isMdx ? elementInLine : htmlBlock;
  const leaves = [paragraph, paragraph, atxHeading, setextHeading, table, last] as const;
  if (depth < 4 && chance(generator, 0.55)) {
    const container = containers[below(generator, containers.length)] ?? quote;
    return container(generator, depth);
  }
  return pick(generator, leaves)(generator);
}

function content(generator: Generator, depth: number): Line[] {
  return join(Array.from({ length: 1 + below(generator, 2) }, () => block(generator, depth + 1)));
}

interface Prefix {
  readonly first: string;
  readonly rest: string;
}

function prefixed(generator: Generator, lines: readonly Line[], { first, rest }: Prefix): Line[] {
  return lines.map(({ text, lazy }, index) => {
    if (index === 0) return plain(first + text);
    if (lazy && chance(generator, 0.3)) return { text, lazy };
    return plain(text === '' ? rest.trimEnd() : rest + text);
  });
}

function quote(generator: Generator, depth: number): Line[] {
  const lines = content(generator, depth);
  // A quote takes one space after `>` for its own.
  const tight = chance(generator, 0.3) && !lines.some(({ text }) => /^[ \t]/.test(text));
  const prefix = tight ? '>' : '> ';
  return prefixed(generator, lines, { first: prefix, rest: prefix });
}

function bulletItem(generator: Generator, depth: number): Line[] {
  // A tab is four columns wide only where no other container stands before it.
  if (depth === 0 && chance(generator, 0.3))
    return prefixed(generator, content(generator, depth), { first: '-\t', rest: '\t' });
  const first = pick(generator, ['- ', '*  ', '+   ']);
  return prefixed(generator, content(generator, depth), { first, rest: ' '.repeat(first.length) });
}

function orderedItem(generator: Generator, depth: number): Line[] {
  const first = pick(generator, ['1. ', '7) ', '10.  ']);
  return prefixed(generator, content(generator, depth), { first, rest: ' '.repeat(first.length) });
}

function admonition(generator: Generator, depth: number): Line[] {
  const colons = ':'.repeat(9 - depth);
  const titles = [
    () => '',
    () => '[Plain]',
    () => `[T ${link(generator)}]`,
    () => ` Title ${link(generator)}`,
  ] as const;
  const title = (titles[below(generator, titles.length)] ?? titles[0])();
  const inner = content(generator, depth);
  return [
    plain(`${colons}${pick(generator, ['note', 'tip', 'danger'])}${title}`),
    ...inner,
    plain(colons),
  ];
}

function footnote(generator: Generator, depth: number): Line[] {
  if (depth > 0) return quote(generator, depth);
  generator.count += 1;
  const label = `n${generator.count}`;
  generator.footnotes.push(label);
  const note = join([paragraph(generator), content(generator, depth)]);
  return prefixed(generator, note, { first: `[^${label}]: `, rest: '    ' });
}

function elementAround(generator: Generator, depth: number): Line[] {
  const tag = pick(generator, [
    '<A>',
    '<A b={{ c: "}" }}>',
    '<A\n  b="c\n  <A>"\n  {...d}\n>',
    '<A b={`\n  <A>\n`}>',
  ]);
  const blank = chance(generator, 0.5) ? [plain('')] : [];
  const indent = ' '.repeat(below(generator, 8));
  const inner = prefixed(generator, content(generator, depth), { first: indent, rest: indent });
  const end = pick(generator, ['</A>', '  </A>', '</A>  ', '</A> {/* } */}']);
  return [...tag.split('\n').map(plain), ...blank, ...inner, ...blank, plain(end)];
}

function elementInLine(generator: Generator): Line[] {
  const inner = oneLine(generator);
  const text = pick(generator, [
    `<A b={c}>e ${inner}</A>`,
    `<A><B/> ${inner}</A> {d}`,
    `lorem <A\n  b={c ?\n  d : "}"}>e ${inner}</A> ipsum`,
    `{/* a\n\n[b](c) */}\n\ne ${inner}`,
  ]);
  return text.split('\n').map(plain);
}

function paragraph(generator: Generator): Line[] {
  const lines = Array.from(
    { length: 1 + below(generator, 3) },
    () => `lorem ${inline(generator)} ipsum`,
  ).join('\n');
  return lines
    .split('\n')
    .map((text, index) => ({ text: text + (chance(generator, 0.2) ? '  ' : ''), lazy: index > 0 }));
}

function atxHeading(generator: Generator): Line[] {
  const marks = '#'.repeat(1 + below(generator, 6));
  const close = pick(generator, ['', ` ${marks}`, ' ##  ', ' #\t']);
  return [plain(`${marks}  ${oneLine(generator)}${close}`)];
}

function setextHeading(generator: Generator): Line[] {
  const lines = `word ${inline(generator)}`.split('\n').map(plain);
  return [...lines, plain(pick(generator, ['===', '---']))];
}

function table(generator: Generator): Line[] {
  const edge = chance(generator, 0.7) ? '|' : '';
  const row = (): Line =>
    plain(`${edge}a ${cell(generator)} |  ${cell(generator)}${pick(generator, ['', ' '])}${edge}`);
  return [row(), plain(`${edge || '|'}---|:-:|`), row(), row()];
}

function cell(generator: Generator): string {
  const pipe = chance(generator, 0.5) ? 'x \\| ' : '';
  return `${pipe}${oneLine(generator)}`;
}

function htmlBlock(generator: Generator): Line[] {
  const target = destination(generator);
  const element = pick(generator, [
    `<img alt="a\nb" src="${target}">`,
    `<a\n  href="${target}">x</a>`,
  ]);
  return `<div>\n${element}\n</div>`.split('\n').map(plain);
}

/** One or two pieces of inline Markdown, on one line. */
function oneLine(generator: Generator): string {
  const pieces = Array.from({ length: 1 + below(generator, 2) }, () => piece(generator));
  return pieces.join(' and ');
}

/** The same, perhaps over lines. Each new line begins with a word. */
function inline(generator: Generator): string {
  const several = [
    () => oneLine(generator),
    () => oneLine(generator),
    () => `[two\nlines](${destination(generator)})`,
    () => `[below](\n${destination(generator)} "a\ntitle")`,
    () =>
      generator.isMdx
        ? `<A b="a\nb"\nc={d}>e ${oneLine(generator)}</A>`
        : `<a title="a\nb"\nhref="${destination(generator)}">x</a>`,
  ] as const;
  return pick(generator, several)();
}

function piece(generator: Generator): string {
  const kinds = [
    () => link(generator),
    () => `**${link(generator)}**`,
    () => `![alt [x]](${destination(generator)})`,
    () => `[![in](${destination(generator)})](${destination(generator)})`,
    () => `[a \\] \`]\` b](<${destination(generator, '', ' s')}> "t")`,
    () => `[e](${destination(generator, '', '\\(1\\)')} 'x')`,
    () => `[e](${destination(generator, '', '&amp;b')})`,
    () => `[p](${destination(generator, '', '_(1)')})`,
    () => `<${destination(generator, 'https://', '.example/x')}>`,
    () => destination(generator, 'https://', '.example/a_b_c'),
    () => destination(generator, 'www.', '.example'),
    () => destination(generator, 'me_too@', '.example'),
    (): string =>
      generator.isMdx
        ? `<A b='>'>${link(generator)}</A>`
        : `<a title='>' href=${destination(generator)}>x</a>`,
    (): string =>
      generator.isMdx
        ? `{a ? "[b](c)" : <b>{"}"}</b>}`
        : `<img alt="" srcset="${destination(generator)} 1x, ${destination(generator)} 2x">`,
    () => `^[note ${link(generator)}]`,
    () => reference(generator),
    () => `&copy; \\* ${link(generator)}`,
  ] as const;
  return pick(generator, kinds)();
}

function link(generator: Generator): string {
  return `[t](${destination(generator)})`;
}

function reference(generator: Generator): string {
  generator.count += 1;
  const label = `ref${generator.count}`;
  const target = destination(generator);
  generator.definitions.push(
    pick(generator, [`[${label}]: ${target}`, `[${label}]:\n  <${target}> 'title'`]),
  );
  return pick(generator, [`[text][${label}]`, `[${label}][]`, `[${label.toUpperCase()}]`]);
}

function destination(generator: Generator, before = '', after = ''): string {
  generator.count += 1;
  const name = `d${generator.count}`;
  const text = after === '' && before === '' ? `./${name}.md#x` : `${before}${name}${after}`;
  generator.destinations.push(text);
  return text;
}
