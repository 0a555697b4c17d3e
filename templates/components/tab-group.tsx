import { slugify, usePageServices } from 'docwright/components';
import { Children, createContext, Fragment, isValidElement, type ReactNode } from 'react';

/** A panel of a group of tabs. */
export interface TabData {
  readonly label: ReactNode;
  /** Default: a slug of the label. */
  readonly value?: string | undefined;
  readonly isDefault?: boolean | undefined;
  /** Before the label of the tab, decorative. */
  readonly icon?: ReactNode;
  readonly content: ReactNode;
}

interface TabGroupProps {
  /** Groups of the same name switch together, and the choice is remembered. */
  readonly group?: string | undefined;
  /** Value of the tab that is selected at first. Default: the first one with `isDefault`. */
  readonly selected?: string | undefined;
  readonly tabs: readonly TabData[];
}

/** True in a group of tabs. */
export const InTabs = createContext(false);

/** Renders the same HTML as `::::tabs` in Markdown. */
export function TabGroup({ group, selected, tabs }: TabGroupProps): ReactNode {
  const { messages, uniqueId, warn } = usePageServices();
  const taken = new Set<string>();
  const panels = tabs.map(({ value, ...tab }) => {
    const unused = unusedValue(value ?? (slugify(textOf(tab.label)) || 'tab'), taken);
    return { ...tab, value: unused, id: uniqueId(`tab.${unused}`) };
  });
  const wanted = panels.find(({ value, isDefault }) =>
    selected === undefined ? isDefault : value === selected,
  );
  if (selected !== undefined && wanted === undefined)
    warn(
      `the group has no tab of the value "${selected}"`,
      `its values are ${panels.map(({ value }) => value).join(', ')}`,
    );
  return (
    <div
      className="tabs"
      data-tabs={group ?? ''}
      data-tabs-remember={group === undefined ? undefined : ''}
    >
      <div className="tab-list" role="group" aria-label={messages.tabs}>
        {panels.map((panel) => (
          <a
            key={panel.id}
            className="tab"
            href={`#${encodeURIComponent(panel.id)}`}
            data-value={panel.value}
            aria-current={panel === (wanted ?? panels[0]) ? true : undefined}
          >
            {panel.icon}
            {panel.label}
          </a>
        ))}
      </div>
      {panels.map((panel) => (
        <div
          key={panel.id}
          className="tab-panel"
          id={panel.id}
          data-value={panel.value}
          data-selected={panel === wanted ? '' : undefined}
        >
          <p className="tab-heading">{panel.label}</p>
          <InTabs value={true}>{panel.content}</InTabs>
        </div>
      ))}
    </div>
  );
}

function unusedValue(wanted: string, taken: Set<string>): string {
  let value = wanted;
  for (let count = 2; taken.has(value); count++) value = `${wanted}-${count}`;
  taken.add(value);
  return value;
}

/** The children without fragments and white space. */
export function flatten(children: ReactNode): readonly ReactNode[] {
  return Children.toArray(children).flatMap((child) => {
    if (typeof child === 'string') return child.trim() === '' ? [] : [child];
    const isFragment =
      isValidElement<{ readonly children?: ReactNode }>(child) && child.type === Fragment;
    return isFragment ? flatten(child.props.children) : [child];
  });
}

/** The text of a node, without that of components. */
export function textOf(node: ReactNode): string {
  if (isValidElement<{ readonly children?: ReactNode }>(node)) return textOf(node.props.children);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return typeof node === 'string' || typeof node === 'number' ? String(node) : '';
}
