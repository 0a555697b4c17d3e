import { usePageServices } from 'docwright/components';
import { type ReactNode, useContext } from 'react';
import { InTabs } from './tab-group.tsx';

export interface TabProps {
  readonly label?: ReactNode;
  /** Identifies the tab in its group. Default: a slug of the label. */
  readonly value?: string | undefined;
  /** Selects the tab at first. */
  readonly default?: boolean | undefined;
  /** Name of an icon before the label. */
  readonly icon?: string | undefined;
  readonly children?: ReactNode;
  /** `label` in `:::Tab[…]`. */
  readonly title?: ReactNode;
}

/** A tab of `<Tabs>` or `<CodeGroup>`, which show its label. */
export default function Tab({ title, label = title, value, children }: TabProps): ReactNode {
  const { warn } = usePageServices();
  if (useContext(InTabs)) return children;
  warn('a tab is outside of a group of tabs', 'put it into <Tabs>');
  return (
    <div data-flow="">
      <p>
        <strong>{label ?? value}</strong>
      </p>
      {children}
    </div>
  );
}
