import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';
import { docsCommand } from '../../support/docs-command.ts';

let driver: SiteDriver;

afterEach(() => driver.dispose());

function docs(...parameters: readonly string[]) {
  return docsCommand(parameters);
}

const FILES = {
  'site.config.ts': "export default { title: 'Orchard', url: 'https://a.example' };\n",
  'content/docs/apples.md': '# Apples\n\n## Harvest\n\nPick them in autumn. [Pears](./pears.md)\n',
  'content/docs/pears.md': '# Pears\n\n## Storage\n\nKeep them at two degrees.\n',
};

async function built(files: Readonly<Record<string, string>> = {}): Promise<SiteDriver> {
  driver = await site({ ...FILES, ...files }).build();
  expect(driver.result().ok, driver.diagnostics().join('\n')).toBe(true);
  return driver;
}

/** Changes a published file. */
function change(path: string, edit: (text: string) => string): void {
  const file = join(driver.outDir(), path);
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

describe('docs check-agents', () => {
  it('finds nothing in what a build writes', async () => {
    const { dir } = await built();
    const { status, stdout, stderr } = await docs('check-agents', dir);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: '2 Markdown versions; 0 of 0 questions answered by two results, median 0 tokens\n',
      stderr: '',
    });
  });

  it('reports lists and Markdown versions that agents cannot read', async () => {
    const { dir } = await built();
    change('llms.txt', (text) => `Orchard\n${text}- [Plums](https://a.example/docs/plums.md)\n`);
    change('docs/apples.md', (text) => `${text}\n\`\`\`js\nopen();\n`);
    change('docs/pears.md', (text) => text + '`[x](/none.md)` word '.repeat(3000));
    const { status, stderr } = await docs('check-agents', dir, '--rule', 'agents-list=error');
    expect(stderr).toContain('llms.txt does not begin with a title');
    expect(stderr).toContain(
      'llms.txt links to https://a.example/docs/plums.md, which is not there',
    );
    expect(stderr).toContain('docs/apples.md has a code block that does not end');
    expect(stderr).toMatch(/docs\/pears\.md has \d+ characters, and programs cut it after 50000/);
    expect(stderr).not.toContain('none.md');
    expect(status).toBe(1);
  });

  it('reports what agents cannot discover, or follow from a copy', async () => {
    const { dir } = await built({
      'static/llms.txt': '# Mine\n\n- [Apples](https://a.example/docs/apples.md)\n',
      'content/docs/apples.md': '# Apples\n\nRed.\n',
      'static/notes.md': '[x](/gone.md)\n',
      'skills/pick/SKILL.md': '---\nname: pick\ndescription: Picks.\n---\n\nPick.\n',
    });
    expect((await docs('check-agents', dir)).stderr).toMatch(
      /llms\.txt:1:1 .*agents-list\n.*no list leads to 1 pages: \/docs\/pears/,
    );
    change('docs/apples.md', (text) => text.replace(/^>.*\n\n/, '').concat('[y](pears.md)\n'));
    change('docs/apples/index.html', (html) => html.replace('for-agents', 'x'));
    const { stderr, stdout } = await docs('check-agents', dir);
    expect(stderr).toContain('docs/apples.md does not begin with a line that names llms.txt');
    expect(stderr).toContain('docs/apples.md has a page whose HTML does not name llms.txt');
    expect(stderr).toContain('docs/apples.md links to pears.md, which leads nowhere from a copy');
    expect(stderr).not.toMatch(/no list leads|gone\.md/);
    expect(stdout).toContain('2 Markdown versions');
  });

  it('lets a command answer with the server of the site', async () => {
    const { dir } = await built({
      'questions.yml':
        '- { ask: When are apples picked?, answer: [/docs/apples, autumn] }\n- { ask: "Where is `$(exit 9)`?", answer: [nowhere] }\n',
      'agent.mjs': `import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
const question = readFileSync(0, 'utf8');
if (question !== process.env.DOCS_QUESTION) throw new Error('other input');
const { docs } = JSON.parse(readFileSync(process.env.DOCS_MCP_CONFIG)).mcpServers;
const child = spawn(docs.command, docs.args, { stdio: ['pipe', 'inherit', 'ignore'] });
const call = { name: 'search', arguments: { query: question } };
child.stdin.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }) + '\\n');
`,
    });
    const agent = `"${process.execPath}" "${join(dir, 'agent.mjs')}"`;
    const { status, stdout } = await docs('check-agents', dir, '--agent', agent, '--runs', '2');
    expect(stdout).toMatch(
      /^2 of 2 {2}When are apples picked\?\n0 of 2 {2}Where is `\$\(exit 9\)`\?\n.*\nthe command answered in 2 of 4 runs\n$/,
    );
    expect(status).toBe(0);
    const json = await docs('check-agents', dir, '--agent', agent, '--format', 'json');
    expect(JSON.parse(json.stdout).checked).toMatchObject({ runs: 2, answeredRuns: 1 });
    const gone = await docs('check-agents', dir, '--agent', 'no-such-agent-here');
    expect([gone.status, gone.stderr]).toEqual([
      2,
      expect.stringContaining('the command cannot run: no-such-agent-here'),
    ]);
    expect((await docs('check-agents', dir, '--agent', agent, '--runs', '0')).status).toBe(2);
  });

  it('asks questions, and says which are not answered, and where', async () => {
    const { dir } = await built({
      'questions.yml': `- ask: When are apples picked?
  answer: [In AUTUMN]
- ask: How cold are pears stored?
  answer: [/docs/pears, two degrees]
- ask: How are plums dried?
  answer: [in the sun]
- ask: Where are pears stored?
  answer: [two degrees]
  budget: 10
- ask: Who?
`,
    });
    const { status, stdout, stderr } = await docs('check-agents', dir, '--min-answered', '0.6');
    expect(stdout).toMatch(
      /^2 Markdown versions; 2 of 4 questions answered by two results, median \d+ tokens\n$/,
    );
    expect(stderr).toMatch(
      /questions\.yml:5:8 .*\n.*"How are plums dried\?" is not answered .*"in the sun"/,
    );
    expect(stderr).toMatch(
      /questions\.yml:7:8 .*\n.*is answered with \d+ tokens, which is more than 10/,
    );
    expect(stderr).toMatch(/questions\.yml:10:\d+ .*questions-invalid\n.*answer/);
    expect(stderr).toContain('2 of 4 questions are answered, a smaller share than 0.6');
    expect(status).toBe(1);
    const json = JSON.parse((await docs('check-agents', dir, '--format', 'json')).stdout);
    expect(JSON.stringify(json)).toContain('question-missed');
  });

  it('needs a built site, and the file that is named', async () => {
    driver = site(FILES);
    expect(await docs('check-agents', driver.dir)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('run `docs build` first'),
    });
    expect((await docs('check-agents', driver.dir, '--questions', 'none.yml')).status).toBe(2);
  });
});

describe('the check of agents in docs check', () => {
  const QUESTIONS = `- ask: When do I pick apples?
  answer: [autumn]
- ask: How warm are pears stored?
  answer: [/docs/plums]
`;

  it('makes the files in memory, and asks the questions of the site', async () => {
    driver = site({ ...FILES, 'questions.yml': QUESTIONS });
    const first = await docs('check', driver.dir);
    expect(first.stderr).toContain('questions.yml:3:8  warning  question-missed');
    expect(first.stderr).toMatch(/\nagents +0 errors, 1 warning in 2 Markdown versions; 1 of 2/);
    expect(existsSync(driver.outDir())).toBe(false);
    expect(first.status).toBe(0);
    // It has a limit, as the search has.
    expect(
      (await docs('check', driver.dir, '--fail-on', 'warning', '--only', 'agents')).status,
    ).toBe(0);
    const limited = await docs('check', driver.dir, '--min-answered', '0.9');
    expect(limited.stderr).toContain('1 of 2 questions are answered, a smaller share than 0.9');
    expect(limited.status).toBe(1);
    expect((await docs('check', driver.dir, '--skip', 'agents')).stderr).not.toContain('question');
  });

  it('uses what a build left, and leaves it to the next build', async () => {
    const { dir } = await built({ 'questions.yml': QUESTIONS });
    const { stderr } = await docs('check', dir);
    expect(stderr).toMatch(/\nagents +0 errors, 1 warning in 2 Markdown versions; 1 of 2/);
    change('docs/apples.md', (text) => text.replace('autumn', 'spring'));
    expect((await docs('check', dir)).stderr).toContain('1 of 2 questions');
    expect((await docs('build', dir)).stderr + (await docs('check-agents', dir)).stdout).toContain(
      '1 of 2',
    );
  });

  it('is left out without questions', async () => {
    driver = site(FILES);
    expect((await docs('check', driver.dir)).stderr).not.toMatch(/^agents/m);
  });
});
