/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface HeadingProps {
  readonly level: 2 | 3 | 4 | 5 | 6;
  readonly id: string;
  /** Address of the heading itself, and what the link says. */
  readonly href: string;
  readonly label: string;
  readonly text: string;
  /** Follows the text: that a body is required. */
  readonly children?: Child;
}

/** A heading with a link to itself. */
export function Heading({ level, id, href, label, text, children }: HeadingProps): Html {
  const Title = `h${level}` as const;
  return (
    <div class={`heading heading-${level}`}>
      <Title id={id}>
        {text}
        {children}
      </Title>
      <a class="heading-anchor" href={href} aria-label={label}></a>
    </div>
  );
}
