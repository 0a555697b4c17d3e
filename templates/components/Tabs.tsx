import { usePageServices } from 'docwright/components';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import Icon from './Icon.tsx';
import Tab, { type TabProps } from './Tab.tsx';
import { flatten, TabGroup } from './tab-group.tsx';

export interface TabsProps {
  /** Groups of the same name switch together on all pages, and the choice is remembered. */
  readonly group?: string | undefined;
  /** Value of the tab that is selected at first. Default: the first tab. */
  readonly default?: string | undefined;
  /** `<Tab>` elements. */
  readonly children?: ReactNode;
  /** `group` in Docusaurus. */
  readonly groupId?: string | undefined;
  /** `default` in Docusaurus. */
  readonly defaultValue?: string | null | undefined;
  /** Labels of the tabs by value, in Docusaurus. */
  readonly values?: readonly { readonly value: string; readonly label?: ReactNode }[] | undefined;
  /** In Docusaurus, without effect here. */
  readonly queryString?: boolean | string | undefined;
  /** In Docusaurus, without effect here. */
  readonly lazy?: boolean | undefined;
  /** In Docusaurus, without effect here. */
  readonly block?: boolean | undefined;
  /** `group` in Starlight. */
  readonly syncKey?: string | undefined;
}

/** A group of tabs, as `::::tabs` in Markdown. Without JavaScript, all panels are shown. */
export default function Tabs(props: TabsProps): ReactNode {
  const { warn } = usePageServices();
  const children = flatten(props.children);
  const tabs = children.filter(isTab);
  const others = children.filter((child) => !isTab(child));
  if (tabs.length === 0) warn('a group of tabs has none', 'put <Tab label="…"> elements into it');
  else if (others.length > 0)
    warn('content of a group of tabs is in none of its tabs', 'move it into a <Tab>');
  const data = tabs.map((tab, index) => {
    const { value, title, label = title, icon, default: isDefault } = tab.props;
    return {
      label: label ?? labelOf(props, value) ?? `Tab ${index + 1}`,
      value,
      isDefault,
      icon: icon === undefined ? undefined : <Icon name={icon} />,
      content: tab,
    };
  });
  return (
    <>
      {data.length > 0 && (
        <TabGroup
          group={props.group ?? props.groupId ?? props.syncKey}
          selected={props.default ?? props.defaultValue ?? undefined}
          tabs={data}
        />
      )}
      {others}
    </>
  );
}

/** Tabs of a site's own component are known by their props. */
function isTab(child: ReactNode): child is ReactElement<TabProps> {
  return (
    isValidElement<TabProps>(child) &&
    (child.type === Tab || 'label' in child.props || 'value' in child.props)
  );
}

function labelOf({ values }: TabsProps, value: string | undefined): ReactNode {
  return values?.find((item) => item.value === value)?.label ?? value;
}
