/** Lets a command-line agent answer questions with the MCP server of the site. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAnswered } from './check-agents.ts';
import type { Question } from './read-questions.ts';

export interface AgentRuns {
  /** Run by the shell; `$DOCS_QUESTION` and `$DOCS_MCP_CONFIG` are its input. */
  readonly command: string;
  /** How often each question is asked. */
  readonly runs: number;
  /** The command of the MCP server, with its arguments. */
  readonly server: readonly [string, ...string[]];
  readonly report: (line: string) => void;
}

/** Milliseconds after which a run is ended, and bytes of its output that are read. */
const LONGEST = 600_000;
const MOST_OUTPUT = 1_000_000;

/** Asks each question several times. Returns how many runs there were, and how many had the answer; a text if none could start. */
export async function askAgent(
  questions: readonly Question[],
  { command, runs, server: [program, ...args], report }: AgentRuns,
): Promise<{ readonly runs: number; readonly answered: number } | string> {
  const folder = mkdtempSync(join(tmpdir(), 'docs-agent-'));
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { docs: { command: program, args } } }));
  let answered = 0;
  try {
    for (const { ask, answer } of questions) {
      let right = 0;
      for (let run = 0; run < runs; run += 1) {
        const env = { ...process.env, DOCS_QUESTION: ask, DOCS_MCP_CONFIG: config };
        const { status, output } = await runShell(command, env, ask);
        // Shells answer so for a command that is not there, or not executable.
        if (status === 126 || status === 127) return `the command cannot run: ${command}`;
        if (isAnswered(answer, output)) right += 1;
      }
      answered += right;
      report(`${right} of ${runs}  ${ask}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { runs: runs * questions.length, answered };
}

/** Runs a command with a text as its input; what it prints to standard error is shown. */
function runShell(command: string, env: NodeJS.ProcessEnv, input: string) {
  return new Promise<{ status: number | null; output: string }>((done) => {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    const child = spawn(command, { shell: true, env, stdio: [...stdio], timeout: LONGEST });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    // A command that does not read its input.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', () => done({ status: 127, output }));
    child.on('close', (status) => done({ status, output }));
  });
}
