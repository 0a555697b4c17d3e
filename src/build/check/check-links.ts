import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { decodeSafely } from '../../shared/paths.ts';
import type { LinkProblem } from '../site-graph.ts';
import type { CheckInput, LinkUse } from './check-input.ts';
import { suggestAnchor, suggestTarget } from './suggest.ts';

/** Checks every reference of the site: pages, files and anchors. */
export function checkLinks(input: CheckInput): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const use of input.uses) {
    const problem =
      use.target.type === 'broken'
        ? brokenTarget(input, use, use.target.problem)
        : brokenAnchor(input, use);
    if (problem !== undefined) found.push(problem);
  }
  return dropRepeated(found);
}

/** A definition that several reference links use is reported once, at its own place. */
function dropRepeated(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const entry of diagnostics) {
    const { location } = entry;
    const key = `${location?.file}\0${location?.line}\0${location?.column}\0${location?.pointer ?? ''}\0${entry.code}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

function brokenTarget(input: CheckInput, use: LinkUse, problem: LinkProblem): Diagnostic {
  return diagnostic(problem.code, {
    message: problemMessage(use, problem),
    location: use.location,
    hint: problemHint(input, use, problem),
  });
}

function problemMessage({ href }: LinkUse, problem: LinkProblem): string {
  switch (problem.code) {
    case 'page-not-found':
      return `there is no page at "${problem.wanted}"`;
    case 'asset-not-found':
      return `there is no file at "${problem.wanted}"`;
    case 'case-mismatch':
      return `"${problem.wanted}" differs from "${problem.existing}" in upper and lower case`;
    case 'draft-target':
      return `"${problem.wanted}" is a draft, which is not built`;
    case 'unsafe-scheme':
      return `the scheme of "${href}" is refused`;
    case 'malformed-url':
      return `"${href}" is not a valid URL`;
    case 'malformed-escape':
      return `"${href}" has a percent escape that is not valid UTF-8`;
    case 'outside-root':
      return `"${href}" climbs out of the site`;
    case 'empty-href':
      return 'the link has no destination';
  }
}

function problemHint(input: CheckInput, use: LinkUse, problem: LinkProblem): string | undefined {
  switch (problem.code) {
    case 'page-not-found':
    case 'asset-not-found':
    case 'case-mismatch':
    case 'outside-root': {
      const near = suggestTarget(input, use);
      return near === undefined ? undefined : `did you mean "${near}"?`;
    }
    case 'unsafe-scheme':
      return 'allowed are http, https, mailto, tel and relative addresses';
    case 'draft-target':
      return 'publish the page or remove the link';
    case 'malformed-escape':
      return 'write a percent sign as %25';
    case 'malformed-url':
    case 'empty-href':
      return undefined;
  }
}

function brokenAnchor(input: CheckInput, { target, location }: LinkUse): Diagnostic | undefined {
  if (target.type !== 'page' || target.fragment === undefined) return undefined;
  const page = input.pages.get(target.route);
  if (page === undefined || hasAnchor(page.ids, target.fragment)) return undefined;
  return diagnostic('anchor-not-found', {
    message: `no heading "#${target.fragment}" on ${target.route}`,
    location,
    hint: suggestAnchor(page, target.fragment),
  });
}

/** HTML standard, "find a potential indicated element": as written, then percent-decoded, then `top`; text directives are no anchors. */
function hasAnchor(ids: ReadonlySet<string>, fragment: string): boolean {
  const directive = fragment.indexOf(':~:');
  const name = directive < 0 ? fragment : fragment.slice(0, directive);
  if (name === '' || ids.has(name)) return true;
  const decoded = decodeSafely(name) ?? name;
  return ids.has(decoded) || decoded.toLowerCase() === 'top';
}
