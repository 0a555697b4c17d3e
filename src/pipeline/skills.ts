/** Skills for agents (agentskills.io): the folders of `skills/`, checked, and published where clients look for them. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isAboutSyntax, readFrontmatter } from '../content/frontmatter.ts';
import type { SourceFile } from '../content/source-file.ts';
import { createSourceText, lineStart, locate, type Span } from '../content/source-text.ts';
import { readYaml } from '../content/yaml/read-yaml.ts';
import { nodeAt } from '../content/yaml/values.ts';
import { type Diagnostic, diagnostic, type Location, startOf } from '../diagnostics/diagnostic.ts';
import type { PlannedFile } from '../publish/output-file.ts';
import { addTo } from '../shared/maps.ts';
import { escapeMarkdown } from '../shared/markdown-text.ts';
import { decodeSafely, isExternal, printFile, toOutputPath, toRoute } from '../shared/paths.ts';
import type { LinkUse } from '../site/graph-types.ts';
import { absolute } from '../site/markdown-pages.ts';
import { resolveLink } from '../site/resolve-link.ts';
import type { Site } from './prepare.ts';

interface Skill {
  readonly name: string;
  readonly description: string;
  readonly main: SourceFile;
  /** All files of its folder, `SKILL.md` among them, with their paths in it. */
  readonly files: readonly { readonly path: string; readonly content: Uint8Array }[];
}

interface Skills {
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly Diagnostic[];
}

const MAIN = 'SKILL.md';
/** Limits of the format, and characters that clients read. */
const MOST = { name: 64, description: 1024, text: 50_000 };
/** Bytes of a skill: hosts such as Cloudflare refuse larger files. */
const MOST_BYTES = 25 * 2 ** 20;
/** Bytes of a path that every program reads in an archive. */
const MOST_PATH = 100;

/** Reads the skills of a site. One with a problem is left out. */
function readSkills({ sources, readText }: Pick<Site, 'sources' | 'readText'>): Skills {
  const folders = new Map<string, SourceFile[]>();
  for (const source of sources.skills) addTo(folders, source.path.split('/')[0] ?? '', source);
  const diagnostics: Diagnostic[] = [];
  const skills: Skill[] = [];
  for (const [folder, sourcesOf] of folders) {
    const main = sourcesOf.find(({ path }) => path === `${folder}/${MAIN}`);
    const read = main && readText(main);
    if (main === undefined || read === undefined) continue;
    if (!read.ok) {
      diagnostics.push(read.diagnostic);
      continue;
    }
    const before = diagnostics.length;
    const report = (location: Location, message: string, hint?: string): void =>
      void diagnostics.push(diagnostic('skill-invalid', { message, hint, location }));
    const source = createSourceText(main.file, read.text);
    const block = readFrontmatter(source, { keys: new Map(), ignored: new Set() });
    // Reported with the text.
    if (block.diagnostics.some(({ code }) => isAboutSyntax(code))) continue;
    if (block.bodyLine === 0) {
      report(startOf(main.file), 'the skill has no frontmatter', 'write its name and description');
      continue;
    }
    const start = lineStart(source, 1);
    const end = lineStart(source, block.bodyLine - 1);
    const { root } = readYaml(source.text.slice(start, end), LIMITS);
    const keyOf = (key: keyof typeof HINTS): string => {
      const node = root && nodeAt(root, [key]);
      const text = node?.kind === 'scalar' ? node.source.trim() : '';
      const at = (span: Span): Location =>
        locate(source, { start: start + span.start, end: start + span.end });
      const location = node === undefined ? startOf(main.file) : at(node.span);
      if (text === '') report(location, `the skill has no ${key}`, HINTS[key]);
      else if (text.length > MOST[key])
        report(
          location,
          `the ${key} has ${text.length} characters, and at most ${MOST[key]} are read`,
        );
      else if (key === 'name' && (text !== folder || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)))
        report(
          location,
          `the name ${JSON.stringify(text)} is not that of a skill in ${folder}/`,
          HINTS.name,
        );
      return text;
    };
    const [name, description] = [keyOf('name'), keyOf('description')];
    if (source.text.length > MOST.text)
      report(
        startOf(main.file),
        `the skill has ${source.text.length} characters, and programs cut it after ${MOST.text}`,
        'move parts to other files of its folder, and link to them',
      );
    const files: Skill['files'][number][] = [];
    let size = 0;
    for (const { file, path, absolute: from } of sourcesOf) {
      const inside = path.slice(folder.length + 1);
      if (Buffer.byteLength(inside) > MOST_PATH)
        report(startOf(file), `the path has more than ${MOST_PATH} bytes`, 'use shorter names');
      try {
        size += statSync(from).size;
        if (size <= MOST_BYTES) files.push({ path: inside, content: readFileSync(from) });
      } catch {
        report(startOf(file), `${file} cannot be read`, 'correct its permissions');
      }
    }
    if (size > MOST_BYTES)
      report(startOf(main.file), `the files of the skill have ${size} bytes`, 'remove large ones');
    if (diagnostics.length === before) skills.push({ name, description, main, files });
  }
  return { skills, diagnostics };
}

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };

const HINTS = {
  name: 'use the name of the folder: small letters, digits and single hyphens',
  description: 'say what the skill does and when to use it',
};

/** Checks the skills of a site. Their links must lead somewhere from the copy that a client has. */
export function checkSkills(site: Pick<Site, 'sources' | 'readText' | 'readDoc' | 'graph'>) {
  const { graph, sources, readDoc } = site;
  const { skills, diagnostics } = readSkills(site);
  const paths = new Set<string>(sources.skills.map(({ path }) => path));
  const broken: Diagnostic[] = [];
  const links: LinkUse[] = [];
  for (const { main } of skills) {
    const { links: written, ids } = readDoc(main.file);
    for (const { href, kind, location } of written) {
      if (isExternal(href)) {
        const from = { route: toRoute('/'), file: main.file };
        const { absolute: _, ...target } = {
          absolute: '',
          ...resolveLink(graph, { href, kind, from }),
        };
        // A link with the site's own host is right here.
        links.push({ href, target, location, file: main.file });
        continue;
      }
      const [path = '', fragment] = href.split('#');
      const name = decodeSafely(path.replace(/\?.*|\/$/g, '')) ?? '';
      const file = posix.join(posix.dirname(main.path), name);
      const isInside = `${file}/`.startsWith(`${posix.dirname(main.path)}/`);
      const isFile = paths.has(file) || [...paths].some((one) => one.startsWith(`${file}/`));
      const isThere =
        path === ''
          ? fragment === undefined || ids.includes(decodeSafely(fragment) ?? fragment)
          : isInside && isFile && !path.startsWith('/');
      if (isThere) continue;
      const message = `${href} leads nowhere from a copy of the skill`;
      const hint = 'name a file in its folder, or write the whole address with the host';
      broken.push(diagnostic('skill-link', { message, hint, location }));
    }
  }
  const files = skills.map(({ main }) => main.file);
  return { files, links, diagnostics: [...diagnostics, ...broken] };
}

/** Where clients look for skills (Agent Skills Discovery 0.2). */
const PUBLISHED = '.well-known/agent-skills/';
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** The files of all skills, their index with digests, and `skill.md`; those in `static/` win. */
export function skillFiles(site: Site): readonly PlannedFile[] {
  const { skills } = readSkills(site);
  if (skills.length === 0) return [];
  const { config, graph, layout, sources } = site;
  const artifacts = skills.map(({ name, description, files, main }) => {
    const origin: Location = startOf(main.file);
    const text = files.find(({ path }) => path === MAIN)?.content ?? new Uint8Array();
    const isOne = files.length === 1;
    const [type, url] = isOne ? ['skill-md', `${name}/${MAIN}`] : ['archive', `${name}.tar.gz`];
    return {
      name,
      description,
      files,
      origin,
      text,
      type,
      url,
      content: isOne ? text : pack(files),
    };
  });
  const index = {
    $schema: SCHEMA,
    skills: artifacts.map(({ name, type, description, url, content }) => {
      const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
      return { name, type, description, url, digest };
    }),
  };
  const title = layout.shared[0]?.site.title ?? '';
  const lines = artifacts.map(({ name, description }) => {
    const href = absolute(config, printFile(toOutputPath(`${PUBLISHED}${name}/${MAIN}`), config));
    return `- [${name}](${href}): ${escapeMarkdown(description.replace(/\s+/g, ' '))}\n`;
  });
  const [first, ...others] = artifacts;
  const list =
    others.length === 0 ? first?.text : `# ${escapeMarkdown(title)}\n\n${lines.join('')}`;
  const planned = [
    ...artifacts.flatMap(({ files, name, origin, type, url, content }) => [
      ...files.map((file) => ({ path: `${name}/${file.path}`, content: file.content, origin })),
      ...(type === 'archive' ? [{ path: url, content, origin }] : []),
    ]),
    { path: 'index.json', content: JSON.stringify(index, undefined, 2), origin: undefined },
  ].map((file) => ({ ...file, path: PUBLISHED + file.path }));
  const isTaken = graph.pages.has(toRoute('/skill'));
  const all = isTaken
    ? planned
    : [...planned, { path: 'skill.md', content: list ?? '', origin: undefined }];
  const statics = new Set<string>(sources.statics.map(({ path }) => path));
  return all
    .filter(({ path }) => !statics.has(path))
    .map(({ path, content, origin }) => ({
      path: toOutputPath(path),
      origin,
      make: () => content,
    }));
}

/** Packs files as a ustar archive with gzip: equal files give equal bytes. Scripts can be run. */
function pack(files: Skill['files']): Uint8Array {
  const octal = (value: number, length: number): string => value.toString(8).padStart(length, '0');
  const parts = files.flatMap(({ path, content }) => {
    const header = Buffer.alloc(512);
    const mode = Buffer.from(content.subarray(0, 2)).toString() === '#!' ? '0000755' : '0000644';
    header.write(path, 0);
    for (const [at, text] of [
      [100, mode],
      [108, octal(0, 7)],
      [116, octal(0, 7)],
      [124, octal(content.length, 11)],
      [136, octal(0, 11)],
      [148, '        0'],
      [257, 'ustar\x0000'],
    ] as const)
      header.write(text, at);
    header.write(
      `${octal(
        header.reduce((sum, byte) => sum + byte, 0),
        6,
      )}\0`,
      148,
    );
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 9 });
  // The system that has made it.
  packed[9] = 255;
  return packed;
}
