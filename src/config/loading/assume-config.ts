import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readText } from '../../diagnostics/frame.ts';
import { findDialect } from '../find-dialect.ts';
import { BUILD_FOLDERS } from '../folders.ts';
import { parseJson, stringAt } from '../problem.ts';
import type { SiteConfig } from '../schema.ts';

/** Origin of a site without an address: a name that is never looked up (RFC 6761), and in no link. */
const LOCAL_ORIGIN = 'http://docs.localhost';

/** The configuration of a folder of Markdown without a configuration file; undefined without Markdown. */
export function assumeConfig(siteDir: string): SiteConfig | undefined {
  const contentDir = contentFolder(siteDir);
  if (contentDir === undefined) return undefined;
  return { title: siteTitle(siteDir), url: LOCAL_ORIGIN, contentDir };
}

/**
 * The content folder relative to the site folder: `content`, else that of the tool whose configuration is there, else
 * `docs`, else the site folder; the first that has Markdown.
 */
export function contentFolder(siteDir: string): string | undefined {
  const dialect = findDialect([siteDir])?.dialect;
  const folders = ['content', ...(dialect?.layout.content ?? []), 'docs'];
  return [...folders, '.'].find((folder) => hasMarkdown(join(siteDir, folder)));
}

/** The name in package.json, else the first heading of the README, else the name of the folder. */
export function siteTitle(siteDir: string): string {
  const manifest = parseJson(readText(join(siteDir, 'package.json')) ?? '');
  const fromPackage = stringAt(manifest, 'name')?.replace(/^@[^/]+\//, '');
  const heading = readmeHeading(siteDir);
  return (
    [fromPackage, heading, basename(siteDir)].find((title) => /\S/.test(title ?? '')) ?? 'Docs'
  );
}

function readmeHeading(siteDir: string): string | undefined {
  const text = readText(join(siteDir, 'README.md')) ?? '';
  const withoutCode = text.replace(/^(`{3,}|~{3,})[^]*?^\1/gm, '');
  const [, heading] = /^# +(.+?)(?: +#+)? *\r?$/m.exec(withoutCode) ?? [];
  return heading?.replace(/!?\[([^\]]*)\]\([^)]*\)|<[^>]*>|[*_`]/g, '$1').trim();
}

/** True if a folder holds a Markdown file, at any depth, outside of packages, build output and dot folders. */
function hasMarkdown(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const entries = entriesOf(next);
    if (entries.some((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))) return true;
    const isTop = next === folder;
    const inside = entries.filter(
      (entry) => entry.isDirectory() && !isSkipped(entry.name) && !(isTop && isBuilt(entry.name)),
    );
    for (const { name } of inside) waiting.push(join(next, name));
  }
  return false;
}

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';
const isBuilt = (name: string): boolean => BUILD_FOLDERS.includes(name);

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
