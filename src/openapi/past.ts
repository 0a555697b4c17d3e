/** The history of an API for pages: plain data, made by `api-history`. */

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

/** The history of a description that has none. */
export const NO_PAST: ApiPast = {
  releases: [],
  operations: new Map(),
  parts: new Map(),
  removed: [],
  gone: new Map(),
  print: '',
};
