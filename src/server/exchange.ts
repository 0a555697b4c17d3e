import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Target } from './request-target.ts';

/** A request and what answers it. The response carries the headers of every answer already. */
export interface Answer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A request that has passed all checks. */
export interface Exchange extends Answer {
  readonly target: Target;
}
