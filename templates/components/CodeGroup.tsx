import { usePageServices } from 'docwright/components';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { CodeProps } from './Code.tsx';
import type { TabProps } from './Tab.tsx';
import { flatten, TabGroup } from './tab-group.tsx';

export interface CodeGroupProps {
  /** Groups of the same name switch together on all pages, and the choice is remembered. */
  readonly group?: string | undefined;
  /** Code blocks of Markdown, `<Code title="…">` and `<Tab label="…">` elements. Others are below the tabs. */
  readonly children?: ReactNode;
}

/** Code blocks as tabs, as `:::code-group` in Markdown: the title of each is the label of its tab. */
export default function CodeGroup({ group, children }: CodeGroupProps): ReactNode {
  const { messages } = usePageServices();
  const all = flatten(children);
  const tabs = all.filter(hasLabel).map((child) => {
    const { label, title, value, lang, language } = child.props;
    return {
      label: label ?? title ?? language ?? lang ?? messages.code,
      value,
      content: cloneElement(child, { title: undefined }),
    };
  });
  return (
    <>
      {tabs.length > 0 && <TabGroup group={group} tabs={tabs} />}
      {all.filter((child) => !hasLabel(child))}
    </>
  );
}

function hasLabel(child: ReactNode): child is ReactElement<CodeProps & TabProps> {
  if (!isValidElement<object>(child)) return false;
  return ['label', 'title', 'code', 'lang', 'language'].some((name) => name in child.props);
}
