import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { relative } from 'node:path/posix';
import { codeBlock } from './code-samples.ts';
import { makeVocabulary, pick, randomFrom, zipf } from './words.ts';

const PAGES_PER_FOLDER = 20;
const WORDS_PER_PAGE = 750;
/** Half the words of a paragraph: sections are as often too short as too long. */
const HALF_BLOCK = 24;
const CONFIG = `export default {
  title: 'Benchmark', url: 'https://docs.example.com',
};
`;

/** Draws a word; the sequence is the same for the same corpus. */
type Draw = (random: () => number) => string;

/** The source of one page's text. */
interface Voice {
  readonly random: () => number;
  readonly word: () => string;
}

/** The data that other pages need to link to a page. */
interface PagePlan {
  readonly index: number;
  /** Path below the site folder. */
  readonly path: string;
  readonly title: string;
  /** Section headings; their anchors are the lower-case words joined by hyphens. */
  readonly headings: readonly string[];
}

/**
 * The files of a documentation site with `pages` pages, by path: text with word frequencies as in English,
 * 4-8 sections, 2-3 code blocks, a table and 5-10 valid links on each page, folders of twenty.
 * The same `pages` gives the same text on every machine.
 */
export function makeCorpus(pages: number): ReadonlyMap<string, string> {
  const draw = zipf(makeVocabulary());
  const plans = Array.from({ length: pages }, (_, index) => planPage(index, draw));
  const files = new Map([['site.config.ts', CONFIG]]);
  for (const plan of plans) files.set(plan.path, pageText(plan, plans, draw));
  const folders = Math.ceil((pages - 1) / PAGES_PER_FOLDER);
  for (let folder = 0; folder < folders; folder++) {
    const label = titleCase(phrase(randomFrom(5_000_000 + folder), draw));
    const text = `label: ${label}\nposition: ${folder + 1}\n`;
    files.set(`${folderPath(folder)}/_category_.yml`, text);
  }
  return files;
}

/** Writes a corpus into a folder without removing existing files. */
export function writeCorpus(pages: number, folder: string): void {
  for (const [path, text] of makeCorpus(pages)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function planPage(index: number, draw: Draw): PagePlan {
  const random = randomFrom(1_000_000 + index);
  const headings = new Set<string>();
  const count = 4 + Math.floor(random() * 5);
  while (headings.size < count) headings.add(titleCase(phrase(random, draw)));
  const title = titleCase(`${phrase(random, draw)} ${phrase(random, draw)}`);
  return { index, path: pagePath(index), title, headings: [...headings] };
}

function pagePath(index: number): string {
  if (index === 0) return 'content/index.md';
  const folder = Math.floor((index - 1) / PAGES_PER_FOLDER);
  return `${folderPath(folder)}/page-${String(index).padStart(5, '0')}.md`;
}

function folderPath(folder: number): string {
  return `content/docs/guide-${String(folder + 1).padStart(4, '0')}`;
}

function pageText(plan: PagePlan, plans: readonly PagePlan[], draw: Draw): string {
  const random = randomFrom(2_000_000 + plan.index);
  const voice = { random, word: () => draw(random) };
  const share = WORDS_PER_PAGE / plan.headings.length;
  const links = Array.from({ length: 5 + Math.floor(random() * 6) }, () =>
    linkTo(pick(plans, random), plan, random),
  );
  const codeCount = 2 + Math.floor(random() * 2);
  const sections = plan.headings.map((heading, at) => {
    const blocks = [`## ${heading}`, ...prose(share, linksOf(links, at, plan), voice)];
    if (at > 0 && at <= codeCount) blocks.push(codeBlock(voice));
    if (at === plan.headings.length - 1) blocks.push(table(voice));
    return blocks.join('\n\n');
  });
  return [frontmatter(plan, voice), `# ${plan.title}`, ...sections, ''].join('\n\n');
}

function linksOf(links: readonly string[], section: number, plan: PagePlan): readonly string[] {
  return links.filter((_, index) => index % plan.headings.length === section);
}

function linkTo(target: PagePlan, from: PagePlan, random: () => number): string {
  const anchor = pick(target.headings, random).toLowerCase().replaceAll(' ', '-');
  const hash = random() < 0.5 ? `#${anchor}` : '';
  if (target.index === from.index) return `[${target.title}](#${anchor})`;
  const path = relative(dirname(from.path), target.path);
  return `[${target.title}](${path.startsWith('.') ? path : `./${path}`}${hash})`;
}

function frontmatter(plan: PagePlan, voice: Voice): string {
  const position = plan.index === 0 ? [] : [`sidebar_position: ${plan.index}`];
  const tags = `tags: [topic-${voice.word()}, topic-${voice.word()}]`;
  const description = `description: ${sentence(voice)}`;
  return ['---', `title: ${plan.title}`, description, ...position, tags, '---'].join('\n');
}

/** Paragraphs and lists of about `words` words in total, with the links spread over them. */
function prose(words: number, links: readonly string[], voice: Voice): readonly string[] {
  const blocks: string[] = [];
  const left = [...links];
  for (let count = 0; count + HALF_BLOCK < words; ) {
    const link = left.pop();
    const isList = voice.random() < 0.2;
    const block = isList ? list(voice) : paragraph(voice);
    const more = link === undefined ? '' : `${isList ? '\n\n' : ' '}See ${link} for the rest.`;
    blocks.push(block + more);
    count += (block + more).split(/\s+/).length;
  }
  return [...blocks, ...left.map((link) => `See also ${link}.`)];
}

function paragraph(voice: Voice): string {
  const count = 2 + Math.floor(voice.random() * 4);
  return Array.from({ length: count }, () => sentence(voice)).join(' ');
}

function list(voice: Voice): string {
  const count = 3 + Math.floor(voice.random() * 3);
  return Array.from({ length: count }, () => `- ${sentence(voice)}`).join('\n');
}

function sentence({ random, word }: Voice): string {
  const count = 8 + Math.floor(random() * 12);
  const words = Array.from({ length: count }, (_, at) => {
    const text = word();
    const chance = random();
    if (at === 0 || chance > 0.06) return text;
    return chance < 0.03 ? `\`${text}\`` : chance < 0.045 ? `**${text}**` : `*${text}*`;
  });
  return `${titleCase(words.join(' '))}.`;
}

function table({ random, word }: Voice): string {
  const rows = Array.from({ length: 4 + Math.floor(random() * 4) }, () => {
    return `| \`${word()}\` | ${word()} | ${word()} ${word()} ${word()} ${word()} |`;
  });
  return ['| Name | Type | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function phrase(random: () => number, draw: Draw): string {
  return Array.from({ length: 2 + Math.floor(random() * 2) }, () => draw(random)).join(' ');
}

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
