/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface CodeProps {
  /** Name known to the highlighter; empty for plain text. */
  readonly language: string;
  /** Name of the block for screen readers, once on a page. */
  readonly label: string;
  readonly caption?: string | undefined;
  /** Shown in place of a caption, for eyes only: a tab has the same text. */
  readonly header: string;
  /** The code with its colors. */
  readonly children?: Child;
}

/** A sample or an example. Scripts add the buttons that copy and wrap. */
export function Code({ language, label, caption, header, children }: CodeProps): Html {
  return (
    <figure class="code" data-code data-language={caption === undefined ? header : undefined}>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
      <pre role="region" tabindex="0" aria-label={label}>
        <code class={language === '' ? undefined : `language-${language}`}>{children}</code>
      </pre>
    </figure>
  );
}
