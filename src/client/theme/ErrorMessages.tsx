import type { ReactNode } from 'react';
import { errorChain } from './error-chain.ts';

/** The messages of an error and its causes, outermost first. */
export function ErrorMessages({ error }: { readonly error: unknown }): ReactNode {
  return (
    <ul className="error-messages">
      {errorChain(error).map((message, index) => (
        <li key={index}>{message}</li>
      ))}
    </ul>
  );
}
