import type { AnchorHTMLAttributes, ReactNode } from 'react';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** `href` in Docusaurus. */
  readonly to?: string | undefined;
}

/** A link like those of Markdown. */
export default function Link({ to, href = to, ...attributes }: LinkProps): ReactNode {
  return <a {...attributes} href={href} />;
}
