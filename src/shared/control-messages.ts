/** Of the controls that work before the app runs; a part of `uiMessages`. */
export const controlMessages = {
  darkMode: 'Color mode: dark',
  lightMode: 'Color mode: light',
  copyCode: 'Copy',
  codeCopied: 'Copied',
  codeNotCopied: 'Not copied',
  wrapCode: 'Wrap lines',
  copyPage: 'Copy page',
  copyCurl: 'Copy as cURL',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
} as const;

export type ControlMessages = Readonly<Record<keyof typeof controlMessages, string>>;
