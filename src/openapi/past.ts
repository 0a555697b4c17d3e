/** The history of an API for pages: plain data, made by `api-history`. */
import type { ApiModel } from './model/api-model.ts';

export type PastLevel = 'breaking' | 'risky' | 'safe';

/** The changes of a version or day. */
export interface PastRelease {
  /** Anchor on the page of changes. */
  readonly id: string;
  /** Tag, version or day. */
  readonly name: string;
  /** As `2026-01-31`. */
  readonly date: string;
  readonly changes: readonly PastChange[];
}

export interface PastChange {
  readonly level: PastLevel;
  readonly text: string;
  /** Each as `GET /path`. */
  readonly operations: readonly string[];
}

/** When a part was added, and last changed. */
export interface PartDates {
  readonly since?: string | undefined;
  readonly changed?: string | undefined;
}

/** An operation that is gone, as it last was. */
export interface RemovedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly title: string;
  readonly description: string;
  /** Parameters, fields of the body and responses, each in words. */
  readonly parts: readonly string[];
}

export interface RemovedPage extends RemovedOperation {
  readonly slug: string;
  readonly release: Pick<PastRelease, 'id' | 'name' | 'date'>;
  /** The operation that took its place, as `GET /path`. */
  readonly replacement?: string | undefined;
}

/** When an operation went, and the one that took its place, as `GET /path`. */
export interface GoneOperation {
  readonly date: string;
  readonly replacement: string | undefined;
}

export interface ApiPast {
  /** The newest first. */
  readonly releases: readonly PastRelease[];
  /** By `GET /path`. */
  readonly operations: ReadonlyMap<string, PartDates>;
  /** By `<file>#<pointer>`. */
  readonly parts: ReadonlyMap<string, PartDates>;
  readonly removed: readonly RemovedPage[];
  /** All operations that were removed or have moved, by `GET /path`. */
  readonly gone: ReadonlyMap<string, GoneOperation>;
  /** Changes with all of it. */
  readonly print: string;
}

/** A history without the operations that overlays take out of the reference: the description in Git still has them. */
export function publishedPast(
  past: ApiPast,
  { operations }: Pick<ApiModel, 'operations'>,
): ApiPast {
  const published = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  // Webhooks have no method.
  const isPublic = (name: string): boolean =>
    published.has(name) || past.gone.has(name) || !/^[A-Z]+ \//.test(name);
  const releases = past.releases.flatMap((release) => {
    const changes = release.changes.flatMap((change) => {
      const own = change.operations.filter(isPublic);
      const isHidden = own.length === 0 && change.operations.length > 0;
      return isHidden ? [] : [{ ...change, operations: own }];
    });
    return changes.length === 0 ? [] : [{ ...release, changes }];
  });
  return { ...past, releases };
}
