import type { JsonValue } from '../json.ts';
import type { BuilderMessages } from './builder-messages.ts';
import type { RequestModel } from './request-model.ts';

/** The page to which authorization servers lead, and the channel on which it passes their answers on. */
export const SIGN_IN_PAGE = 'dw-oauth.html';
export const SIGN_IN_CHANNEL = 'docwright.oauth';

/** Loaded by the builder of an operation's request; the messages are at an address. */
export type PrintedBuilder = Omit<BuilderData, 'messages'> & { readonly messages: string };

export interface BuilderData {
  readonly model: RequestModel;
  /** Schemas that those of the model refer to as `#/0`. */
  readonly shared: readonly JsonValue[];
  /** Ids of the samples on the page that follow the values. */
  readonly samples: readonly string[];
  /** The site's own templates by the ids of their samples, which follow the values, too. */
  readonly templates: Readonly<Record<string, string>>;
  readonly messages: BuilderMessages;
  /** Undefined if the page does not send requests. */
  readonly console?: ConsoleData | undefined;
}

export interface ConsoleData {
  /** Whether the API lets browsers of other origins read its answers. */
  readonly cors: boolean;
  /** Origins that requests may be sent to. */
  readonly servers: readonly string[];
  /** Path of the mock in `docs dev`. */
  readonly mock?: string | undefined;
  /** The public client that signs readers in, and the path of the page to which authorization servers lead. */
  readonly client?: { readonly id: string; readonly redirect: string } | undefined;
  /** Schemas of responses by status, `default` and `2XX`; null for a body without one. */
  readonly responses: Readonly<Record<string, JsonValue>>;
  /** Schemas that those of responses refer to. */
  readonly shared: readonly JsonValue[];
}
