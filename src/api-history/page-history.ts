/** Turns a history into data for pages: releases, dates of parts, removed operations. */
import { hash } from 'node:crypto';
import type {
  ApiPast,
  GoneOperation,
  PartDates,
  PastChange,
  PastRelease,
  RemovedPage,
} from '../openapi/past.ts';
import { pageNames } from '../openapi/model/page-names.ts';
import type { ApiHistory, ApiRevision } from './history.ts';
import { byLevel } from './print-changes.ts';
import { type Change, messageOf } from './rules.ts';

/** Releases for which pages of removed operations stay. */
const KEPT_REMOVED = 3;

const PARAMETER = /^(.*?\/parameters\/[^/]+)\//;

interface Group {
  readonly name: string;
  readonly id: string;
  date: string;
  readonly changes: Change[];
}

export function pastOf(
  { revisions }: Pick<ApiHistory, 'revisions'>,
  { keepRemoved = KEPT_REMOVED }: { readonly keepRemoved?: number | undefined } = {},
): ApiPast {
  const groups = groupRevisions(revisions.slice(1));
  const operations = new Map<string, PartDates>();
  const parts = new Map<string, PartDates>();
  const pages = new Map<string, RemovedPage>();
  const gone = new Map<string, GoneOperation>();
  const note = (map: Map<string, PartDates>, key: string, dates: PartDates): void => {
    map.set(key, { ...map.get(key), ...dates });
  };
  for (const { name, id, date, changes } of groups)
    for (const change of changes) {
      const { code, file, pointer, level } = change;
      if (level === 'text') continue;
      if (code === 'operation-added' || code === 'operation-moved') {
        pages.delete(change.name);
        gone.delete(change.name);
      }
      if (code === 'operation-moved')
        gone.set(change.before ?? '', { date, replacement: change.name });
      if (code === 'operation-added') {
        note(operations, change.name, { since: name, changed: undefined });
        continue;
      }
      for (const operation of change.operations) note(operations, operation, { changed: name });
      if (change.last !== undefined) {
        const replacement = replacementOf(change, changes);
        const [slug = ''] = pageNames([change.last], new Set());
        pages.set(change.name, { ...change.last, slug, release: { id, name, date }, replacement });
        gone.set(change.name, { date, replacement });
      }
      const isNew = /^(?:property|parameter)-(?:required-)?added$/.test(code);
      const part = `${file}#${pointer}`;
      if (isNew) note(parts, part, { since: name, changed: undefined });
      // The pointer of a keyword begins with that of its schema, and maybe with that of a parameter.
      else
        for (const key of [part, part.replace(/\/[^/]*$/, ''), PARAMETER.exec(part)?.[1]])
          if (key !== undefined) note(parts, key, { changed: name });
    }
  const kept = new Set(groups.slice(-keepRemoved || groups.length).map(({ id }) => id));
  const removed =
    keepRemoved === 0 ? [] : [...pages.values()].filter(({ release }) => kept.has(release.id));
  const releases = groups.toReversed().map(({ id, name, date, changes }): PastRelease => {
    const past = byLevel(changes).flatMap((change): readonly PastChange[] => {
      const { level, operations: of } = change;
      return level === 'text' ? [] : [{ level, text: messageOf(change), operations: of }];
    });
    return { id, name, date, changes: past };
  });
  const print = hash('sha256', JSON.stringify([releases, [...parts], removed]), 'base64url').slice(
    0,
    20,
  );
  return { releases, operations, parts, removed, gone, print };
}

/** One group for each tag, else for each version if there are several, else for each day. */
function groupRevisions(revisions: readonly ApiRevision[]): readonly Group[] {
  const versions = new Set(revisions.map(({ version }) => version));
  const groups: Group[] = [];
  for (const { tag, version, date, changes } of revisions) {
    if (changes.every(({ level }) => level === 'text')) continue;
    const name = tag ?? (versions.size > 1 && version !== undefined ? version : date);
    const last = groups.find((group) => group.name === name);
    if (last === undefined)
      groups.push({ name, id: name.replace(/[^\w.-]+/g, '-'), date, changes: [...changes] });
    else {
      last.date = date;
      last.changes.push(...changes);
    }
  }
  return groups;
}

/** The only operation with the same method that was added at the same time, and ends with the same name. */
function replacementOf({ last }: Change, changes: readonly Change[]): string | undefined {
  const end = (path: string): string =>
    path
      .split('/')
      .filter((step) => !step.startsWith('{'))
      .at(-1) ?? '';
  const [only, ...others] = changes.filter(
    ({ code, name }) =>
      code === 'operation-added' &&
      last !== undefined &&
      name.startsWith(`${last.method} `) &&
      end(name) === end(last.path),
  );
  return others.length === 0 ? only?.name : undefined;
}
