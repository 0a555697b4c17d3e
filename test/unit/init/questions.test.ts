import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../src/init/new-site.ts';
import { type Project, readProject } from '../../../src/init/project.ts';
import { askChoices, defaultChoices } from '../../../src/init/questions.ts';
import { tempSite } from '../config/temp-site.ts';

/** Answers the questions line by line; the input ends after the last line. */
async function answer(
  project: Project,
  lines: readonly string[],
): Promise<{ choices: Choices; asked: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let asked = '';
  const waiting = [...lines];
  output.on('data', (chunk: Buffer) => {
    asked += String(chunk);
    if (!asked.endsWith(']: ')) return;
    const line = waiting.shift();
    setImmediate(() => (line === undefined ? input.end() : input.write(`${line}\n`)));
  });
  const choices = await askChoices(project, defaultChoices(project), {
    input,
    output,
    interrupt: () => undefined,
  });
  return { choices, asked };
}

describe('the questions of docs init', () => {
  it('are at most four', async () => {
    const dir = tempSite({ 'docs/a.md': '', 'docusaurus.config.js': '' });
    const project = { ...readProject(dir), managers: [] };
    const { choices, asked } = await answer(project, ['My docs', '2', '2', '3']);
    expect(choices).toEqual({ title: 'My docs', content: 'tool', deploy: 'none', manager: 'yarn' });
    expect(asked).toContain('the Markdown in docs/');
    expect(asked).toContain('those of Docusaurus, with its settings (runs docusaurus.config.js)');
    expect(asked.match(/\]: /g)).toHaveLength(4);
  });

  it('are only those whose answer is not clear, and say what an answer may be', async () => {
    const project = readProject(tempSite({ 'package-lock.json': '', 'README.md': '# Tool\n' }));
    const { choices, asked } = await answer(project, ['', 'x', '1']);
    expect(choices).toEqual({ title: 'Tool', content: 'new', deploy: 'github', manager: 'npm' });
    expect(asked).toContain('Title of the site [Tool]: ');
    expect(asked).toContain('Answer with a number from 1 to 2.');
    expect(asked.match(/\]: /g)).toHaveLength(3);
  });

  it('take the defaults when the input ends', async () => {
    const project = readProject(tempSite({ 'package-lock.json': '' }));
    const { choices } = await answer(project, ['Mine']);
    expect(choices).toEqual({ title: 'Mine', content: 'new', deploy: 'github', manager: 'npm' });
  });
});
