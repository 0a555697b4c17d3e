/** Copies a built site so that it opens from a folder, without a server: with relative addresses and without scripts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import posix from 'node:path/posix';
import { realFolder, siteRelative } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { scanHtml, scanStyleSheet } from '../html/scan-html.ts';
import type { ScannedLink } from '../html/scanned-page.ts';
import { loadSite } from '../publish/recover.ts';
import { openStage } from '../publish/stage.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { type AddressStyle, decodeSafely, printFile, toOutputPath } from '../shared/paths.ts';
import { applyEdits, type TextEdit } from '../html/text-edits.ts';

export interface ExportOptions {
  readonly siteDir: string;
  readonly configFile?: string;
  /** The folder with the built site. Default: the configuration's `outDir`. */
  readonly outDir?: string;
  /** The folder of the copy. */
  readonly to: string;
}

export interface ExportResult {
  readonly diagnostics: readonly Diagnostic[];
  /** The built site; undefined if the configuration cannot be read. */
  readonly from?: string;
  /** The number of copied files; undefined if nothing was written. */
  readonly files?: number;
}

export async function exportOffline(options: ExportOptions): Promise<ExportResult> {
  const siteDir = realFolder(options.siteDir);
  const { config, diagnostics } = await loadSite({ ...options, siteDir });
  if (config === undefined) return { diagnostics };
  const { outDir: from } = config;
  if (!existsSync(from)) return { diagnostics, from };
  const { stage, diagnostics: problems } = await openStage(options.to);
  const found = [...diagnostics, ...problems];
  if (stage === undefined) return { diagnostics: found, from };
  try {
    const files = readdirSync(from, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => siteRelative(from, join(parentPath, name)))
      .filter((file) => !/(?:^|\/)\./.test(file) && !ONLINE.test(file))
      .sort();
    const has = new Set(files);
    for (const file of files) {
      const text = /\.(?:html?|css|md)$|(?:^|\/)llms\.txt$/i.test(file)
        ? readFileSync(join(from, file), 'utf8')
        : undefined;
      const path = toOutputPath(file);
      if (text === undefined) stage.copy({ path, from: join(from, file) });
      else {
        const input = { file, text, has, style: config };
        const content = /\.(?:md|txt)$/i.test(file)
          ? offlineMarkdown(input, config.isAssumed ? '' : config.url)
          : offlineText(input);
        stage.put({ path, content });
      }
    }
    const summary = await stage.commit();
    const written = summary && { files: files.length };
    return { diagnostics: [...found, ...stage.diagnostics], from, ...written };
  } finally {
    await stage.abort();
  }
}

/** Files for scripts, search engines and hosts. */
const ONLINE =
  /(?:^|\/)(?:(?:site|search-index)(?:-[^/]*)?\.json|404\.html|sitemap[^/]*\.xml|(?:changes|atom|rss)\.xml|feed\.json|robots\.txt|_headers|_redirects)$|^dw-assets\/.*\.js(?:on)?$/;

interface OfflineInput {
  /** Relative to the folder, as all files. */
  readonly file: string;
  readonly text: string;
  readonly has: ReadonlySet<string>;
  readonly style: AddressStyle;
}

/** Replaces addresses in the site by relative ones, and leaves out what browsers refuse to load from a folder. */
function offlineText(input: OfflineInput): string {
  const { file, text } = input;
  const isSheet = file.endsWith('.css');
  const { links } = isSheet ? scanStyleSheet(text) : scanHtml(text);
  const edits = links.flatMap((link): readonly TextEdit[] => {
    const address = link.isFull ? undefined : relativeAddress(link, input);
    return address === undefined
      ? []
      : [{ ...link, after: isSheet ? address : escapeHtml(address) }];
  });
  const rewritten = applyEdits(text, edits);
  // Pages are complete without scripts. The security policy and integrity refer to a server.
  return OWN_DOCUMENT.test(rewritten)
    ? rewritten
        .replace(/<script\b[^>]*>[^]*?<\/script>\n?/g, '')
        .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n?/, '')
        .replace(/(<link rel="stylesheet"[^>]*?) integrity="[^"]*"/g, '$1')
    : rewritten;
}

/** Replaces the addresses of links in a Markdown version by relative ones. Code stays. */
function offlineMarkdown(input: OfflineInput, origin: string): string {
  return input.text.replace(MARKDOWN_LINK, (all: string, ...groups: (string | undefined)[]) => {
    const [code, , , href = ''] = groups;
    const own = href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
    const relative = code === undefined ? relativeAddress({ href: own }, input) : undefined;
    return relative === undefined ? all : `](${relative})`;
  });
}

/** Blocks and spans of code, and destinations of links. */
const MARKDOWN_LINK =
  /(^ *(`{3,}|~{3,}).*?^ *\2[`~]*$|(?<!\\)(?<!`)(`+)(?!`).*?(?<!`)\3(?!`))|\]\(([^()\s]+)\)/gms;

/** A page, or the document of a redirect. */
const OWN_DOCUMENT = /<div id="dw-root"|<script src="[^"]*\bdw-assets\/redirect-/;

/** The address of a file from another one; undefined for addresses elsewhere, and of files that were not copied. */
function relativeAddress(
  { href }: Pick<ScannedLink, 'href'>,
  { file, has, style }: OfflineInput,
): string | undefined {
  const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  if (!path.startsWith(style.baseUrl) || path.startsWith('//')) return undefined;
  const inside = decodeSafely(path.slice(style.baseUrl.length)) ?? '';
  const bare = inside.replace(/\/$/, '');
  const target = [inside, posix.join(bare, 'index.html'), `${bare}.html`].find((name) =>
    has.has(name),
  );
  if (target === undefined) return undefined;
  const relative = posix.relative(posix.dirname(file), target);
  // Without a folder, a name with a colon would have a scheme.
  return `${relative.startsWith('../') ? '' : './'}${printFile(relative, { ...style, baseUrl: '' })}${suffix}`;
}
