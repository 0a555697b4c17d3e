/** An option in the braces of a built-in block. */
export interface BlockOption {
  /** A switch is on by its name alone. */
  readonly kind: 'text' | 'switch';
  /** As Markdown. */
  readonly description: string;
}

export type BlockOptions = Readonly<Record<string, BlockOption>>;

const TITLE: BlockOption = { kind: 'text', description: 'The title, in place of `[Title]`.' };
const GROUP: BlockOption = {
  kind: 'text',
  description:
    'Groups of the same name switch together on all pages, and the choice is remembered.',
};

/** The options of the built-in blocks. */
export const BLOCK_OPTIONS = {
  admonition: { title: TITLE },
  details: { title: TITLE, open: { kind: 'switch', description: 'Shows the content at first.' } },
  tabs: {
    group: GROUP,
    default: {
      kind: 'text',
      description: 'Value of the tab that is selected at first. Default: the first tab.',
    },
  },
  tab: {
    label: { kind: 'text', description: 'The label, in place of `[Label]`.' },
    value: {
      kind: 'text',
      description: 'Identifies the tab in its group. Default: a slug of the label.',
    },
    default: { kind: 'switch', description: 'Selects the tab at first.' },
  },
  'code-group': { group: GROUP },
} as const satisfies Readonly<Record<string, BlockOptions>>;
