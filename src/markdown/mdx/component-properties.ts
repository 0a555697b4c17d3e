// Written by npm run reference from templates/components/*.tsx.

/** Values that a property accepts: any, text, a switch, the name of an admonition's kind, or one of some texts. */
export type PropertyKind = 'any' | 'text' | 'switch' | 'admonition' | readonly string[];

/** The properties of the built-in components. One that is not here passes all that it gets to an element. */
export const COMPONENT_PROPERTIES: Readonly<
  Record<string, Readonly<Record<string, PropertyKind>>>
> = {
  Badge: {
    text: 'any',
    type: 'admonition',
    size: ['small', 'medium', 'large'],
    children: 'any',
    variant: 'admonition',
  },
  Callout: {
    type: 'admonition',
    title: 'any',
    children: 'any',
  },
  Card: {
    title: 'any',
    icon: 'any',
    href: 'text',
    children: 'any',
  },
  CardGrid: {
    children: 'any',
  },
  Code: {
    code: 'text',
    language: 'text',
    title: 'any',
    mark: 'any',
    ins: 'any',
    del: 'any',
    showLineNumbers: 'any',
    wrap: 'switch',
    scroll: 'switch',
    meta: 'text',
    children: 'any',
    lang: 'text',
    className: 'text',
    metastring: 'text',
  },
  CodeGroup: {
    group: 'text',
    children: 'any',
  },
  Details: {
    summary: 'any',
    title: 'any',
    open: 'switch',
    children: 'any',
  },
  FileTree: {
    children: 'any',
  },
  Frame: {
    src: 'text',
    title: 'text',
    ratio: ['16:9', '4:3', '1:1', '21:9', '9:16'],
    height: 'any',
    caption: 'any',
    link: 'text',
    children: 'any',
  },
  Icon: {
    name: 'text',
    label: 'text',
    size: 'any',
    color: 'text',
  },
  Image: {
    src: 'any',
    sources: 'any',
    alt: 'text',
    title: 'text',
    width: 'any',
    height: 'any',
    className: 'text',
  },
  LinkButton: {
    href: 'text',
    variant: ['primary', 'secondary', 'minimal'],
    icon: 'text',
    iconPlacement: ['start', 'end'],
    children: 'any',
  },
  LinkCard: {
    title: 'any',
    href: 'text',
    description: 'any',
    children: 'any',
  },
  Steps: {
    children: 'any',
  },
  Tab: {
    label: 'any',
    value: 'text',
    default: 'switch',
    icon: 'text',
    children: 'any',
    title: 'any',
  },
  Tabs: {
    group: 'text',
    default: 'text',
    children: 'any',
    groupId: 'text',
    defaultValue: 'any',
    values: 'any',
    queryString: 'any',
    lazy: 'switch',
    block: 'switch',
    syncKey: 'text',
  },
  Video: {
    src: 'text',
    id: 'text',
    title: 'text',
    poster: 'text',
    ratio: ['16:9', '4:3', '1:1', '21:9', '9:16'],
    caption: 'any',
    children: 'any',
  },
};
