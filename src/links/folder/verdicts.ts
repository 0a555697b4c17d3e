import { showsPages } from '../../html/reference-attributes.ts';
import { itemAt } from '../../shared/item-at.ts';
import { parseUrl, printFile } from '../../shared/paths.ts';
import {
  type OutputDocument,
  type OutputReference,
  type OutputSite,
  siteFiles,
} from './output-site.ts';
import { joinPath, type ParsedHref, parseHref, readFragment } from './parse-href.ts';
import {
  type DocumentBase,
  type OutputStyle,
  type ResolveContext,
  resolveReference,
  type Verdict,
} from './resolve.ts';

/** Targets of references, resolved once for all documents that resolve them alike. */
export interface Verdicts {
  readonly context: ResolveContext;
  readonly parsed: readonly ParsedHref[];
  /** The last verdict of each reference, and the folder for which it was found; undefined if it is that of every document. */
  readonly found: { readonly verdict: Verdict; readonly folder: string | undefined }[];
}

/** A document with the base of its references. */
export interface LinkingDocument {
  /** Index in the site's documents. */
  readonly index: number;
  readonly document: OutputDocument;
  readonly base: DocumentBase;
  /** The folder of the base. */
  readonly folder: string;
}

export function newVerdicts(site: OutputSite, style: OutputStyle): Verdicts {
  return {
    context: { style, files: siteFiles(site) },
    parsed: site.references.map(({ href }) => parseHref(href)),
    found: [],
  };
}

/** Lists all documents of a site with their bases. */
export function linkingDocuments(site: OutputSite, style: OutputStyle): readonly LinkingDocument[] {
  return site.documents.map((document, index) => {
    const base = documentBase(style, document.file, document.page?.base);
    const folder = base === undefined ? '' : base.slice(0, base.lastIndexOf('/') + 1);
    return { index, document, base, folder };
  });
}

/** The URL path of a document: `x/` for `x/index.html`. */
export function ownPath({ baseUrl }: OutputStyle, file: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1');
  return printFile(path, { baseUrl, trailingSlash: true });
}

/** The URL path that resolves a file's references (HTML standard 2.4.3, "document base URL"). */
export function documentBase(
  style: OutputStyle,
  file: string,
  base: string | undefined,
): DocumentBase {
  const own = ownPath(style, file);
  if (base === undefined) return own;
  const parsed = parseHref(base);
  if (parsed.type === 'empty') return own;
  if (parsed.type === 'relative') {
    return parsed.path === '' ? own : joinPath(own, parsed.path).path;
  }
  const { origin = 'https://unknown.invalid' } = style;
  const url = parseUrl(parsed.url, origin);
  if (url === undefined) return own;
  return url.origin === new URL(origin).origin ? url.pathname : undefined;
}

/** Resolves a reference of a document. */
export function verdictOf(
  verdicts: Verdicts,
  source: LinkingDocument,
  reference: OutputReference,
): Verdict {
  const { number } = reference;
  const parsed = itemAt(verdicts.parsed, number);
  if (parsed.type === 'relative') {
    if (source.base === undefined) return findVerdict(verdicts, source, reference);
    if (parsed.path === '' && source.document.page?.base === undefined) {
      return ownVerdict(source, reference, parsed.fragment);
    }
  }
  const found = verdicts.found[number];
  if (found !== undefined && (found.folder ?? source.folder) === source.folder)
    return found.verdict;
  const verdict = findVerdict(verdicts, source, reference);
  // With a `base`, a reference without a path leads to the base itself, not into its folder.
  if (parsed.type === 'relative' && parsed.path === '') return verdict;
  const depends = parsed.type === 'relative' && !parsed.path.startsWith('/');
  verdicts.found[number] = { verdict, folder: depends ? source.folder : undefined };
  return verdict;
}

function findVerdict(
  { context, parsed }: Verdicts,
  { base }: LinkingDocument,
  reference: OutputReference,
): Verdict {
  return resolveReference(context, reference, { parsed: itemAt(parsed, reference.number), base });
}

/** Resolves a reference of a document to itself. */
function ownVerdict(
  { index, document, base }: LinkingDocument,
  { kind, tag }: OutputReference,
  fragment: string | undefined,
): Verdict {
  const isPage = document.page !== undefined;
  const isEmbedded = isPage && kind === 'asset' && !showsPages(tag);
  return {
    problems: isEmbedded ? [{ code: 'asset-not-found', resolved: base ?? '' }] : [],
    document: isPage ? index : -1,
    path: base,
    fragment: isPage ? readFragment(fragment) : undefined,
    suffix: '',
    external: undefined,
  };
}
