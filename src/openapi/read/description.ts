import type { YamlValue } from '../../content/yaml/values.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';

/** A value as a description holds it; objects have no prototype. */
export type JsonValue = YamlValue;
export type JsonObject = { [key: string]: JsonValue };

/** One file of a description, YAML or JSON. */
export interface SpecFile {
  /** Relative to the site folder. */
  readonly file: FilePath;
  readonly text: string;
  readonly root: JsonValue;
}

/**
 * A description: its root file, and the files that its references lead to, read when they are first asked for.
 * Every object and list in them (and what is derived from them) is known by identity: `locate`, `follow` and `pointer` take it as `owner`.
 */
export interface Description {
  readonly root: SpecFile;
  /** The files read so far, the root first, then sorted by path. */
  files(): readonly SpecFile[];
  /** Problems of syntax in the files that were read after the root, sorted by place. */
  problems(): readonly Diagnostic[];
  /** Place of an object or list; with a key, of the value under that key. */
  locate(owner: object, key?: string | number): Location;
  locateKey(owner: object, key: string): Location;
  /** Place of the key that holds an object; of the object itself in a list and at the root. */
  locateName(owner: object): Location;
  /** Places of parts of the text under a key, each given by its offsets in the text; of the whole text where it is not written there. */
  locateText(owner: object, key: string, parts: readonly TextPart[]): readonly Location[];
  /** One step along a `$ref` that stands in `owner`: relative to the file that holds it. */
  follow(ref: string, owner: object): Resolution;
  /** Where an object stands: its file and JSON pointer (RFC 6901) from that file's root. */
  pointer(owner: object): { readonly file: FilePath; readonly pointer: string };
  /** Notes that `made` was made out of `from`: it has its place. Returns `made`. */
  derive<T extends object>(made: T, from: object): T;
}

/** A part of a text: UTF-16 offsets, `end` exclusive. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

export type Resolution =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      /** Last step of the pointer, unescaped; for a whole file its base name without extension. */
      readonly name: string;
      readonly file: FilePath;
      readonly pointer: string;
    }
  | { readonly ok: false; readonly problem: RefProblem };

/** Why a reference leads nowhere. */
export interface RefProblem {
  readonly code:
    | 'openapi-ref-missing'
    | 'openapi-ref-remote'
    | 'openapi-ref-refused'
    | 'openapi-ref-file';
  readonly message: string;
  readonly hint?: string;
  /** The file's own problems say it already (see `Description.problems`). */
  readonly reported?: boolean;
}
