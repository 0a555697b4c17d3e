import { relative } from 'node:path';
import { publicFolder } from '../config/loading/assume-config.ts';
import { EXEC, type PackageManager } from '../config/package-manager.ts';
import { type Project, pathInRepository, publicAddress } from './project.ts';

/** The answers to the questions of `docs init`. */
export interface Choices {
  readonly title: string;
  /** `tool`: the other tool's configuration is read too. */
  readonly content: 'new' | 'existing' | 'tool';
  readonly deploy: 'github' | 'none';
  readonly manager: PackageManager;
}

/** A file that is written if there is none; the path is relative to `Project.dir`. */
export interface NewFile {
  readonly path: string;
  readonly text: string | Uint8Array;
}

/** The files of a site except for package.json and .gitignore, which are merged; `config` is the text of the configuration. */
export function newFiles(
  project: Project,
  choices: Choices,
  { scripts, config }: { readonly scripts: Scripts; readonly config: string },
): readonly NewFile[] {
  return [
    { path: project.configFile ?? 'site.config.ts', text: config },
    ...(choices.content === 'new' ? startPages(project, choices, scripts) : []),
    ...workflowFiles(project, choices, scripts),
  ];
}

/** The CI workflow, if the site is deployed. */
function workflowFiles(project: Project, choices: Choices, scripts: Scripts): readonly NewFile[] {
  if (choices.deploy === 'none') return [];
  const folder = pathInRepository(project);
  const up = '../'.repeat(folder === '' ? 0 : folder.split('/').length);
  const text = githubWorkflow({ project, manager: choices.manager, scripts, folder });
  return [{ path: `${up}.github/workflows/docs.yml`, text }];
}

/** Names of the scripts in package.json. */
export interface Scripts {
  readonly dev: string;
  readonly build: string;
  readonly check: string;
}

/** The scripts that run docwright already, else short names, all with a prefix if other scripts have one of them. */
export function scriptNames({ scripts }: Pick<Project, 'scripts'>): Scripts {
  const isFree = ['dev', 'build', 'check'].every(
    (name) => scripts.get(name)?.startsWith('docs ') ?? true,
  );
  const named = (command: string): string => {
    const known = [...scripts].find(([, script]) => script.startsWith(`docs ${command}`));
    return known?.[0] ?? (isFree ? command : `docs:${command}`);
  };
  return { dev: named('dev'), build: named('build'), check: named('check') };
}

/** The comment above `url` in a configuration; none if the address is known. */
export function urlComment(isExample: boolean | undefined): Readonly<Record<string, string>> {
  return isExample === true ? { url: 'The origin that the site will be published at.' } : {};
}

/** The settings of a new site. */
export function newConfig(
  project: Project,
  { title, content, deploy }: Choices,
): Readonly<Record<string, unknown>> {
  const { isExample: _, ...address } = publicAddress(project, deploy === 'github');
  const { repository, description, apiSpec } = project;
  const folder = content === 'existing' ? project.markdown : undefined;
  const isDefault = folder === 'content' || project.tool !== undefined;
  const { host, path } = repository?.origin ?? {};
  const items = [
    { type: 'docSidebar', sidebarId: 'docs', label: 'Docs' },
    ...(apiSpec === undefined ? [] : [{ type: 'docSidebar', sidebarId: 'api', label: 'API' }]),
    ...(host === undefined
      ? []
      : [{ href: `https://${host}/${path}`, label: 'Source', position: 'right' }]),
  ];
  return {
    title,
    tagline: description,
    ...address,
    contentDir: isDefault ? undefined : folder,
    staticDir: folder === undefined || project.tool ? undefined : publicFolder(project.dir),
    navbar: content === 'new' || apiSpec !== undefined ? { items } : undefined,
    openapi: apiSpec === undefined ? undefined : [{ spec: apiSpec }],
    lastUpdate: repository === undefined ? undefined : true,
  };
}

function startPages(
  { description, apiSpec }: Project,
  { title, manager }: Choices,
  { dev, check }: Scripts,
): readonly NewFile[] {
  const about = description ?? `How to use ${title}: first steps, guides and examples.`;
  const index = `---
layout: home
hero:
  title: ${JSON.stringify(title)}
  text: ${JSON.stringify(about)}
  actions:
    - label: Get started
      link: ./docs/getting-started.md
  code: |
    \`\`\`sh title="Terminal"
    npm install example
    \`\`\`
features:
  - icon: rocket
    title: First steps
    text: Install it, and run a first example.
    link: ./docs/getting-started.md
${apiSpec === undefined ? '' : API_FEATURE}  - icon: search
    title: Search
    text: Press / on any page, and type a few letters.
---
`;
  const started = `---
description: Install ${JSON.stringify(title).slice(1, -1)} and run a first example.
sidebar_position: 1
---

# Getting started

Begin with what readers need, and with the shortest way to a first result.

## Install

:::code-group

\`\`\`sh [npm]
npm install example
\`\`\`

\`\`\`sh [pnpm]
pnpm add example
\`\`\`

:::

## First example

\`\`\`js title="example.js" {3}
import { hello } from 'example';

console.log(hello('world'));
\`\`\`

:::tip[Next]

Read [Writing pages](./writing.md) to see how this page is made.

:::
`;
  const writing = `---
description: Pages, links and blocks of this site.
sidebar_position: 2
---

# Writing pages

Each Markdown file in \`content/docs/\` is a page in the sidebar. While \`${run(manager, dev)}\` runs, each edit is shown at once.
Delete this page when you no longer need it.

## Links

Link to files, as in [Getting started](./getting-started.md). A link that leads nowhere fails the build:

\`\`\`sh
${run(manager, check)}
\`\`\`

## Blocks

:::warning[Before you go on]

A block begins with three colons and a name: \`note\`, \`tip\`, \`info\`, \`warning\`, \`danger\` or \`details\`.

:::

| Block | Shows |
|---|---|
| \`:::code-group\` | code in tabs |
| \`:::details[Title]\` | text that opens on a click |

:::details[How is that written?]

\`\`\`md
:::tip[Next]

Text in **Markdown**.

:::
\`\`\`

:::
`;
  return [
    { path: 'content/index.md', text: index },
    { path: 'content/docs/getting-started.md', text: started },
    { path: 'content/docs/writing.md', text: writing },
  ];
}

const API_FEATURE = `  - icon: code
    title: API
    text: Every operation with its parameters and samples.
`;

/** The command that runs a script. */
function run(manager: PackageManager, script: string): string {
  return manager === 'yarn' ? `yarn ${script}` : `${manager} run ${script}`;
}

/** The two commands that follow `docs init`. */
export function nextCommands(
  { dir, isInstalled }: Project,
  { manager }: Choices,
  { dev, build }: Scripts,
): readonly string[] {
  const folder = relative(process.cwd(), dir).replaceAll('\\', '/');
  const enter = folder === '' ? '' : `cd ${folder} && `;
  return isInstalled
    ? [enter + run(manager, dev), run(manager, build)]
    : [`${enter}${manager} install`, run(manager, dev)];
}

interface WorkflowInput {
  readonly project: Project;
  readonly manager: PackageManager;
  readonly scripts: Scripts;
  /** Path from the repository to the site. */
  readonly folder: string;
}

/** Builds and checks each push and pull request, and deploys the default branch to GitHub Pages. */
function githubWorkflow({ project, manager, scripts, folder }: WorkflowInput): string {
  const branch = project.repository?.branch ?? 'main';
  const inFolder = folder === '' ? '' : `${folder}/`;
  const defaults =
    folder === '' ? '' : `    defaults:\n      run:\n        working-directory: ${folder}\n`;
  return `name: Docs
on:
  push:
    branches: [${branch}]
  pull_request:
permissions:
  contents: read
jobs:
  build:
    runs-on: ubuntu-latest
${defaults}    steps:
      - uses: actions/checkout@v4
        with:
          # Dates of pages come from the whole history.
          fetch-depth: 0
      # A build makes only the pages that have changed since the last one.
      - uses: actions/cache@v4
        with:
          path: |
            ${inFolder}.docwright/cache
            ${inFolder}build
          key: docs-\${{ github.sha }}
          restore-keys: docs-
${SETUP[manager]}
      - run: ${run(manager, scripts.check)}
      - run: ${run(manager, scripts.build)}
        env:
          # Only a cache of the same secret is used: gh secret set DOCS_CACHE_KEY --body "$(openssl rand -hex 32)"
          DOCS_CACHE_KEY: \${{ secrets.DOCS_CACHE_KEY }}
      - if: github.event_name == 'push'
        uses: actions/upload-pages-artifact@v3
        with:
          path: ${inFolder}build
  # In the settings of the repository, under Pages, choose "GitHub Actions" as the source.
  deploy:
    if: github.event_name == 'push'
    needs: build
    runs-on: ubuntu-latest
    permissions:
      pages: write
      id-token: write
    environment:
      name: github-pages
      url: \${{ steps.deploy.outputs.page_url }}
    steps:
      - id: deploy
        uses: actions/deploy-pages@v4
${reviewJob(manager, defaults, inFolder)}`;
}

/** A job to switch on: one comment, which each push updates, says what a pull request changes for readers. */
function reviewJob(manager: PackageManager, defaults: string, inFolder: string): string {
  const job = `review:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
${defaults}    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      # Later pushes make only the pages that they change.
      - uses: actions/cache@v4
        with:
          path: ${inFolder}.docwright/cache/diff
          key: docs-diff-\${{ github.sha }}
          restore-keys: docs-diff-
${SETUP[manager]}
      - run: ${EXEC[manager]} docs diff --format markdown > diff.md
        env:
          DOCS_CACHE_KEY: \${{ secrets.DOCS_CACHE_KEY }}
      - run: cat diff.md >> "$GITHUB_STEP_SUMMARY"
      - if: github.event.pull_request.head.repo.full_name == github.repository
        run: |
          comments="repos/$GITHUB_REPOSITORY/issues/comments"
          id=$(gh api "repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments" --paginate --jq '.[] | select(.user.type == "Bot" and (.body | startswith("<!-- docs diff -->"))) | .id' | head -n 1)
          if [ -n "$id" ]; then gh api -X PATCH "$comments/$id" -F body=@diff.md
          else gh pr comment "$NUMBER" --body-file diff.md; fi > /dev/null
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.number }}`;
  const lines = job.split('\n').map((line) => `  # ${line.replace(/^ {2}/, '')}\n`);
  return `  # Remove the signs below for a comment on each pull request that says what it changes for readers.\n${lines.join('')}`;
}

const NODE = `      - uses: actions/setup-node@v4
        with:
          node-version: 22`;

/** The steps that install Node and the packages. */
const SETUP: Readonly<Record<PackageManager, string>> = {
  npm: `${NODE}\n      - run: npm ci`,
  pnpm: `${NODE}\n      - run: corepack enable\n      - run: pnpm install --frozen-lockfile`,
  yarn: `${NODE}\n      - run: corepack enable\n      - run: yarn install --frozen-lockfile`,
  bun: `${NODE}\n      - uses: oven-sh/setup-bun@v2\n      - run: bun install --frozen-lockfile`,
};
