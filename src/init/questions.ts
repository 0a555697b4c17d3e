import { createInterface } from 'node:readline/promises';
import { PACKAGE_MANAGERS } from '../config/package-manager.ts';
import { itemAt } from '../shared/item-at.ts';
import type { Choices } from './new-site.ts';
import { type Project, shownPath } from './project.ts';

/** A question, and its answers in order; the first one is the default. */
interface Question<Value extends string> {
  readonly text: string;
  readonly answers: readonly { readonly value: Value; readonly label: string }[];
}

/** The answers that are taken without asking. */
export function defaultChoices(project: Project): Choices {
  return {
    title: project.title,
    content: itemAt(contentQuestion(project).answers, 0).value,
    deploy: itemAt(DEPLOY.answers, 0).value,
    manager: project.managers[0] ?? 'npm',
  };
}

const DEPLOY: Question<Choices['deploy']> = {
  text: 'Where is the site published?',
  answers: [
    { value: 'github', label: 'GitHub Pages' },
    { value: 'none', label: 'elsewhere, or not yet' },
  ],
};

function contentQuestion({ dir, markdown, tool }: Project): Question<Choices['content']> {
  const answers: { value: Choices['content']; label: string }[] = [
    { value: 'new', label: 'new ones to start with, in content/' },
  ];
  if (tool !== undefined) {
    const label = `those of ${tool.dialect.name}, with its settings (runs ${shownPath(dir, tool.file)})`;
    answers.unshift({ value: 'tool', label });
  }
  if (markdown !== undefined) {
    const label = `the Markdown ${markdown === '.' ? 'in this folder' : `in ${markdown}/`}`;
    answers.unshift({ value: 'existing', label });
  }
  return { text: 'What are the pages?', answers };
}

/** Streams that questions are asked on. */
interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Called on Ctrl-C. */
  readonly interrupt: () => void;
}

/** Asks at most four questions; an empty answer and the end of the input take the default. */
export async function askChoices(
  project: Project,
  defaults: Choices,
  { input, output, interrupt }: Terminal,
): Promise<Choices> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  lines.on('SIGINT', interrupt);
  const read = (text: string): Promise<string> => Promise.race([lines.question(text), ended]);
  const choose = async <Value extends string>(question: Question<Value>): Promise<Value> => {
    const { text, answers } = question;
    const list = answers.map(({ label }, index) => `  ${index + 1} ${label}\n`).join('');
    const answer = (await read(`${text}\n${list}  [1]: `)).trim();
    const picked = answer === '' ? answers[0] : answers[Number(answer) - 1];
    if (picked !== undefined) return picked.value;
    output.write(`  Answer with a number from 1 to ${answers.length}.\n`);
    return choose(question);
  };
  try {
    const content = contentQuestion(project);
    return {
      title: (await read(`Title of the site [${defaults.title}]: `)).trim() || defaults.title,
      content: content.answers.length === 1 ? defaults.content : await choose(content),
      deploy: await choose(DEPLOY),
      manager: project.managers.length === 1 ? defaults.manager : await choose(MANAGER),
    };
  } finally {
    lines.close();
  }
}

const MANAGER: Question<Choices['manager']> = {
  text: 'Which package manager?',
  answers: PACKAGE_MANAGERS.map((name) => ({ value: name, label: name })),
};
