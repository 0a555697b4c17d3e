import {
  type AdmonitionName,
  admonitionKind,
  admonitionTitle,
  usePageServices,
} from 'docwright/components';
import type { ReactNode } from 'react';

export interface CalloutProps {
  /** `note`, `tip`, `info`, `warning`, `danger` or a name of another tool. Default: `note`. */
  readonly type?: AdmonitionName | undefined;
  /** Default: the type in the page's language. */
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** A box for what readers should notice, as `:::note` in Markdown. */
export default function Callout({ type = 'note', title, children }: CalloutProps): ReactNode {
  const { messages } = usePageServices();
  const kind = admonitionKind(type) ?? 'note';
  return (
    <aside className={`admonition admonition-${kind}`}>
      <p className="admonition-title">
        {title ?? admonitionTitle(messages, kind, admonitionKind(type) === undefined ? kind : type)}
      </p>
      {children}
    </aside>
  );
}
