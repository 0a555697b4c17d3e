import { usePageServices } from 'docwright/components';
import type { ReactNode } from 'react';
import { textOf } from './tab-group.tsx';

/** Numbers of lines: `3`, `[1, '3-5']`, `{ range: '3-5' }` or `'{1,3-5}'`. */
export type CodeLines =
  | number
  | string
  | { readonly range?: string }
  | readonly (number | string | { readonly range?: string })[];

export interface CodeProps {
  /** Default: the text between the tags. */
  readonly code?: string | undefined;
  readonly language?: string | undefined;
  readonly title?: ReactNode;
  /** Highlighted lines. */
  readonly mark?: CodeLines | undefined;
  /** Lines shown as added. */
  readonly ins?: CodeLines | undefined;
  /** Lines shown as removed. */
  readonly del?: CodeLines | undefined;
  /** Numbers the lines, from 1 or from a number. */
  readonly showLineNumbers?: boolean | number | undefined;
  readonly wrap?: boolean | undefined;
  /** Shows about 20 lines of a long block at a time. */
  readonly scroll?: boolean | undefined;
  /** Options as after the language of a fenced code block. */
  readonly meta?: string | undefined;
  readonly children?: ReactNode;
  /** `language` in Starlight. */
  readonly lang?: string | undefined;
  /** `language-ts` in Docusaurus. */
  readonly className?: string | undefined;
  /** `meta` in Docusaurus. */
  readonly metastring?: string | undefined;
}

/** A highlighted code block. */
export default function Code(props: CodeProps): ReactNode {
  const { code, language, lang, className, children } = props;
  const text = code ?? textOf(children);
  return usePageServices().code({
    code: text.replace(/^\s*\n|\s+$/g, ''),
    language: language ?? lang ?? /\blanguage-(\S+)/.exec(className ?? '')?.[1],
    meta: metaOf(props),
  });
}

function metaOf({ title, mark, ins, del, showLineNumbers, ...props }: CodeProps): string {
  const name = textOf(title).replaceAll('"', "'");
  const number = typeof showLineNumbers === 'number' ? `=${showLineNumbers}` : '';
  return [
    name === '' ? '' : `title="${name}"`,
    linesOf('mark', mark),
    linesOf('ins', ins),
    linesOf('del', del),
    showLineNumbers === undefined || showLineNumbers === false ? '' : `showLineNumbers${number}`,
    props.wrap === true ? 'wrap' : '',
    props.scroll === true ? 'scroll' : '',
    props.meta ?? props.metastring ?? '',
  ]
    .filter((option) => option !== '')
    .join(' ');
}

/** `mark={1,3-5}`; marked texts are left out. */
function linesOf(name: string, lines: CodeLines | undefined): string {
  const ranges = (Array.isArray(lines) ? lines : [lines])
    .map((item) => String(item?.range ?? item ?? '').replace(/^\{(.*)\}$/, '$1'))
    .filter((range) => /^[\d\s,-]+$/.test(range));
  return ranges.length === 0 ? '' : `${name}={${ranges.join(',')}}`;
}
