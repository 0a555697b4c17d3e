import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from './clock.ts';
import type { Failure } from './failures.ts';
import type { Gate } from './gate.ts';
import type { HostMemory } from './host-memory.ts';
import type { SendRequest } from './network.ts';
import type { PageFacts } from './page-facts.ts';
import type { ExternalOptions, Method } from './types.ts';

/** What the checks of all addresses of a run share. */
export interface Run {
  readonly options: ExternalOptions;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly memory: HostMemory;
  /** Answers by URL, those that are awaited too: an address to which redirects lead is asked for once. */
  readonly answers: Map<string, { readonly depth: Depth; readonly answer: Promise<Answer> }>;
  readonly send: SendRequest;
  readonly signal: AbortSignal;
}

/** How much is to be known: whether there is an answer, also the title of the page, also its ids. */
export type Depth = 'answer' | 'title' | 'page';

/** One address to check. */
export interface Errand {
  /** Its place among all addresses. */
  readonly order: number;
  readonly depth: Depth;
}

/** One request of a chain of redirects. */
export interface Step {
  readonly url: URL;
  /** The `Cookie` line; empty where there is none. */
  readonly cookies: string;
}

/** The last word about one URL, redirects not followed. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly method: Method;
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly page?: ReadPage;
    }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface ReadPage extends PageFacts {
  /** False where there may be more ids than these. */
  readonly complete: boolean;
}
