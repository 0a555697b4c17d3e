import type { YamlEntry } from '../../content/yaml/read-yaml.ts';
import { scalarValue } from '../../content/yaml/values.ts';
import { entryAt, PUBLISHES_BROKEN_LINKS, withoutEffect } from '../common.ts';
import type { Dialect } from '../dialect.ts';

/** Folders of the sets of Material for MkDocs, with a folder each: in Python's packages, and in `node_modules`. */
const ICON_PACKAGES = [
  ...['.venv', 'venv', 'env'].flatMap((folder) =>
    Array.from(
      { length: 12 },
      (_, minor) => `${folder}/lib/python3.${minor + 8}/site-packages/material/templates/.icons`,
    ),
  ),
  'node_modules/@mdi/svg/svg',
  'node_modules/simple-icons/icons',
  'node_modules/@primer/octicons/build/svg',
  'node_modules/@fortawesome/fontawesome-free/svgs',
];

/** The folders of icons, relative to that of the configuration; some exist. */
function iconFolders(config: string): readonly string[] {
  const own = /^[ \t]+custom_dir:[ \t]*['"]?([^\s'"#]+)/m.exec(config)?.[1];
  return [...(own === undefined ? [] : [`${own}/.icons`]), ...ICON_PACKAGES];
}

/** MkDocs with Python-Markdown and Material themes. */
export const mkdocs: Dialect<'mkdocs'> = {
  id: 'mkdocs',
  name: 'MkDocs',
  layout: {
    configs: ['mkdocs.yml', 'mkdocs.yaml', 'properdocs.yml', 'zensical.yml'],
    content: ['docs'],
    static: 'static',
    settings: {
      title: /^site_name: *(['"]?)([^\n#]+?)\1 *$/m,
      content: /^docs_dir: *(['"]?)([^\s'"#]+)/m,
      tocDepth: /^[ \t]+(?:- )?toc_depth: *(['"]?)(?:\d-)?([2-6])\b/m,
    },
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_LINKS,
  },
  keys: new Map([
    ...withoutEffect(
      'icon status template search subtitle social comments date authors categories revision_date creation_date ' +
        'render_macros og_title og_description pin readtime links_external slug id',
    ),
    ['hide', hiddenParts],
    // Links of a blog post are a list.
    ['links', (entry) => (entry.value.kind === 'map' ? [entry] : [])],
  ]),
  beginsWithRule: true,
  underscorePages: true,
  folderFiles: true,
  htmlFromAddress: true,
  includeFolders: (config) => {
    const [, one = '', list = ''] =
      /^[ \t]*base_path:[ \t]*([^\n#]*)\n((?:[ \t]*-[^\n]*\n?)*)/m.exec(`${config}\n`) ?? [];
    const names = `${one},${list}`.match(/[\w./$-]*[\w.$][\w./$-]*/g) ?? [];
    const snippets = names.map((name) =>
      name.replace(/^\$config_dir\/?/, './').replace(/^\$docs_dir/, 'docs'),
    );
    return [...snippets, ...iconFolders(config)];
  },
  ownVariables: true,
  // The function `slugify` of Python-Markdown's table of contents.
  slugify: (text) =>
    text
      .normalize('NFKD')
      .replace(/[^\0-\x7f]/g, '')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-'),
  slugSeparator: '_',
  tocDepth: 6,
  constructs: [
    ['admonition', /^(?:!!!|\?\?\?\+?)[ \t]*([\w-]+)/gm, 'write :::$1, and ::: where it ends'],
    ['block', /^\/{3,}[ \t]*([a-z][\w-]*)/gm, 'write :::$1, and ::: where it ends'],
    ['tab', /^===[!+]?[ \t]*["']([^"'\n]*)["']/gm, 'write :::tab[$1] inside of ::::tabs'],
    ['snippet', /^[ \t]*(?:-+8<-+|\{[*!][> ]).*$/gm, 'write <Include file="…" />'],
    [
      'list of attributes',
      /\{:[^{}\n]*\}|(?<!\{)(?<!(?:^|\n):{3,}[ \t]*)\{(?:[ \t]?\.|[ \t]#)[\w-]+(?:[ \t][^{}\n]*)?\}/g,
      'remove it',
    ],
    ['key', /(?<![\w+])\+\+([a-z][\w"-]*(?:\+[\w"-]+)*)\+\+(?![\w+])/g, 'write <kbd>$1</kbd>'],
    ['icon', /:(?:material|fontawesome|octicons|simple)-[\w-]+:/g, 'remove it, or write an emoji'],
    ['definition', /(?<=[^\n]\n):[ \t]{2,}\S.*$/gm, 'write a list'],
    ['abbreviation', /^\*\[[^\]\n]+\]:[ \t].*$/gm, 'remove the line'],
    ['reference', /^:::[ \t]*[A-Za-z_]\w*\.[\w.]+/gm, 'remove the line'],
    ['table of contents', /^\[TOC\]$/gm, 'remove the line: every page has one'],
    ['mark', /(?<![=\w{])==(?![\s=])([^=\n]{1,200})(?<!\s)==(?![=\w}])/g, 'write <mark>$1</mark>'],
    [
      'snippet',
      /^[ \t]*-+8<-+[ \t].*$/gm,
      'write file="…" after the language of an empty code block',
      'code',
    ],
  ],
};

function hiddenParts(entry: YamlEntry): readonly YamlEntry[] {
  const { value } = entry;
  const hidden = value.kind === 'list' ? value.items.map(scalarValue) : [];
  return hidden.includes('toc') ? [entryAt(entry, 'hide_table_of_contents', true)] : [];
}
