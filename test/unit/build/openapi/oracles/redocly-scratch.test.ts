import { it } from 'vitest';
import { problemsOf } from '../check/marked.ts';
import { MISTAKES } from './support/mistakes.ts';
import { oracleProblems } from './support/redocly.ts';
it('x', async () => {
  const out: string[] = [];
  for (const [g, list] of Object.entries(MISTAKES)) for (const [what, text] of list) {
    const oracle = await oracleProblems(text);
    const ours = problemsOf({ 'api.yaml': text });
    const lines = new Set(ours.map((o) => o.location?.line));
    const bad = oracle.filter((o) => !lines.has(o.line) && !lines.has(o.keyLine));
    const state = oracle.length === 0 ? 'SILENT' : bad.length > 0 ? 'MISS' : 'ok';
    if (state !== 'ok' || process.env['ALL']) {
      out.push(`${state} [${g}] ${what}`);
      for (const o of oracle) out.push(`     R ${o.line}/${o.keyLine} ${o.rule} ${o.message.slice(0, 160)}`);
      for (const o of ours) out.push(`     U ${o.location?.line} ${o.code} ${o.message}`);
    }
  }
  console.log(out.join('\n'));
});
