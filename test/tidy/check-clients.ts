/** What a coding agent is stands in `src/clients` alone: nobody else may name one, or a fifth would be missing there. */
import { CLIENTS } from '../../src/clients/table.ts';
import { notOnlyClients } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

const names: ReadonlySet<string> = new Set(
  CLIENTS.flatMap(({ id, title, program, npmPackage }) => [id, title, program, npmPackage]).filter(
    (name) => !notOnlyClients.includes(name),
  ),
);

export function checkClients(file: SourceFile): Problem[] {
  const { path } = file;
  if (!path.startsWith('src/') || file.isTest) return [];
  const problems: Problem[] = [];
  const report = (name: unknown, at: number) => {
    if (typeof name !== 'string' || !names.has(name)) return;
    problems.push(problemAt(file, at, `"${name}": take it from the table in src/clients`));
  };
  walkSyntax(file.program, (node) => {
    if (node.type === 'Literal') report(node.value, node.start);
    if (node.type === 'TemplateElement') report(node.value.cooked, node.start);
    if (node.type === 'Property' && !node.computed && node.key.type === 'Identifier') {
      report(node.key.name, node.key.start);
    }
  });
  return problems;
}
