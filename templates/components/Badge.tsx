import { type AdmonitionName, admonitionKind } from 'docwright/components';
import type { ReactNode } from 'react';
import './Badge.css';

export interface BadgeProps {
  readonly text?: ReactNode;
  /** `note`, `tip`, `info`, `warning`, `danger` or a name of another tool. */
  readonly type?: AdmonitionName | undefined;
  /** Default: `small`. */
  readonly size?: 'small' | 'medium' | 'large' | undefined;
  /** Instead of `text`. */
  readonly children?: ReactNode;
  /** `type` in Starlight. */
  readonly variant?: AdmonitionName | undefined;
}

/** A short remark beside a text, such as the version that it is about. */
export default function Badge({ text, type, variant, size, children }: BadgeProps): ReactNode {
  const kind = admonitionKind(type ?? variant ?? '') ?? 'info';
  const sized = size === 'medium' || size === 'large' ? ` label-${size}` : '';
  return <span className={`label label-${kind}${sized}`}>{text ?? children}</span>;
}
