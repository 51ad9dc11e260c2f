/** What the house has once must not be written again beside it. */
import { onlyOnes, type OnlyOne } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

export function checkCopies(file: SourceFile): Problem[] {
  if (!file.path.startsWith('src/') || file.path.endsWith('.test.ts')) return [];
  return onlyOnes
    .filter(({ home, within = 'src/' }) => home !== file.path && file.path.startsWith(within))
    .flatMap((one) => copiesIn(file, one));
}

function copiesIn(file: SourceFile, { names = [], shape, instead }: OnlyOne): Problem[] {
  const problems: Problem[] = [];
  walkSyntax(file.program, (node) => {
    const isArrow =
      node.type === 'VariableDeclarator' && node.init?.type === 'ArrowFunctionExpression';
    if (node.type !== 'FunctionDeclaration' && !isArrow) return;
    const { id } = node;
    if (id?.type === 'Identifier' && names.includes(id.name)) {
      problems.push(problemAt(file, node.start, `a second ${id.name}: ${instead}`));
    }
  });
  const found = shape?.exec(file.text);
  if (found) problems.push(problemAt(file, found.index, `written again: ${instead}`));
  return problems;
}
