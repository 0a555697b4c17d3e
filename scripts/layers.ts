import { Visitor } from 'oxc-parser';
import { importProblem } from './layer-rules.ts';
import { lineCounter, readModules, type SourceModule } from './sources.ts';

// Fails on imports that the layers forbid, including type imports and import types.
const modules = readModules(['src', 'templates']);
const problems = modules.flatMap((module) =>
  importsOf(module).flatMap(({ specifier, line }) => {
    const problem = importProblem({ from: module.path, specifier });
    return problem === undefined
      ? []
      : [`${module.path}:${line}: import of '${specifier}': ${problem}`];
  }),
);
for (const problem of problems) console.error(problem);
console.log(`layers: ${modules.length} modules, ${problems.length} forbidden imports`);
if (problems.length > 0) process.exitCode = 1;

interface FoundImport {
  readonly specifier: string;
  readonly line: number;
}

function importsOf({ text, parsed }: SourceModule): readonly FoundImport[] {
  const lineOf = lineCounter(text);
  const found: FoundImport[] = [];
  const add = (source: { readonly value?: unknown; readonly start: number } | null): void => {
    if (typeof source?.value !== 'string') return;
    found.push({ specifier: source.value, line: lineOf(source.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(node.source);
    },
    TSImportType: (node) => add(node.source),
  }).visit(parsed.program);
  return found;
}
