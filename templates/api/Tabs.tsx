/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface TabsProps {
  /** Groups of the same name show panels of the same value. */
  readonly group?: string | undefined;
  /** Whether the reader's choice applies to other pages. */
  readonly remember?: boolean;
  /** Name of the list of tabs. */
  readonly label: string;
  readonly level: 3 | 4 | 5 | 6;
  readonly panels: readonly TabPanel[];
}

export interface TabPanel {
  /** Value that panels of synced groups share: `200`, `curl`. */
  readonly value: string;
  readonly id: string;
  /** Address of the panel. */
  readonly href: string;
  readonly label: Child;
  /** The tab if it differs from the heading, which then stays visible. */
  readonly tab?: Child;
  readonly children?: Child;
  /** True if it says what an earlier one says: left out of the Markdown version. */
  readonly isRepeat?: boolean | undefined;
}

/**
 * Panels with tabs, for samples, responses and examples. The HTML has all panels with headings; with scripts the style
 * sheet shows only the chosen one, without them or in print all. Clicks are handled by the script of tabs, which reads
 * the classes and `data-` attributes.
 */
export function Tabs({ group, remember = false, label, level, panels }: TabsProps): Html {
  const Title = `h${level}` as const;
  return (
    <div class="tabs" data-tabs={group ?? true} data-tabs-remember={remember}>
      <div class="tab-list" role="group" aria-label={label} data-markdown-ignore>
        {panels.map((panel, index) => (
          <a
            class="tab"
            href={panel.href}
            data-value={panel.value}
            aria-current={index === 0 ? 'true' : undefined}
          >
            {panel.tab ?? panel.label}
          </a>
        ))}
      </div>
      {panels.map(({ value, id, label: text, tab, children, isRepeat }) => (
        <div
          class={isRepeat === true ? 'tab-panel api-repeat' : 'tab-panel'}
          data-markdown-ignore={isRepeat}
          id={id}
          data-value={value}
        >
          <Title class={tab === undefined ? 'tab-heading' : 'api-example'}>{text}</Title>
          {children}
        </div>
      ))}
    </div>
  );
}
