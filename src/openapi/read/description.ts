import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import type { JsonValue } from '../../shared/json.ts';
import type { FilePath } from '../../shared/paths.ts';

export type { JsonObject, JsonValue } from '../../shared/json.ts';

/** One file of a description, YAML or JSON. */
export interface SpecFile {
  /** Relative to the site folder. */
  readonly file: FilePath;
  readonly text: string;
  readonly root: JsonValue;
}

/**
 * A description: its root file and the files that it refers to, which are read on first use. Its objects and lists,
 * and what is derived from them, are known by identity: methods take them as `owner`.
 */
export interface Description {
  readonly root: SpecFile;
  /** Files read so far, the root first, the others by path. */
  files(): readonly SpecFile[];
  /** Syntax errors of the files read after the root, in order of location. */
  problems(): readonly Diagnostic[];
  /** Locates an object or list, or the value under one of its keys. */
  locate(owner: object, key?: string | number): Location;
  locateKey(owner: object, key: string): Location;
  /** Locates the key that holds an object; the object itself in a list or at the root. */
  locateName(owner: object): Location;
  /** Locates what a pointer leads to in a file, or the innermost part that is there. */
  locatePointer(file: FilePath, pointer: string): Location;
  /** Locates parts of the text under a key by their offsets; the whole text where the source has no such offsets. */
  locateText(owner: object, key: string, parts: readonly TextPart[]): readonly Location[];
  /** Resolves a `$ref` of `owner`, relative to its file, by one step. */
  follow(ref: string, owner: object): Resolution;
  /** File of an object and its JSON pointer (RFC 6901) from the root of that file. */
  pointer(owner: object): { readonly file: FilePath; readonly pointer: string };
  /** Gives `made` the location of `from`, and returns it. */
  derive<T extends object>(made: T, from: object): T;
}

/** Part of a text: UTF-16 offsets, `end` exclusive. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Last step of the pointer, unescaped; the base name without extension for a whole file. */
      readonly name: string;
      readonly file: FilePath;
      readonly pointer: string;
    }
  | { readonly ok: false; readonly problem: RefProblem };

/** Why a reference cannot be resolved. */
export interface RefProblem {
  readonly code:
    | 'openapi-ref-missing'
    | 'openapi-ref-remote'
    | 'openapi-ref-refused'
    | 'openapi-ref-file';
  readonly message: string;
  readonly hint?: string | undefined;
  /** The problems of the file include it already (see `Description.problems`). */
  readonly reported?: boolean;
}
