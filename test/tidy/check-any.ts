/** `any` switches the type checker off without a trace; `unknown` and a check do not. */
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

export function checkAny(file: SourceFile): Problem[] {
  if (!file.path.startsWith('src/')) return [];
  const problems: Problem[] = [];
  walkSyntax(file.program, (node) => {
    if (node.type === 'TSAnyKeyword') {
      problems.push(problemAt(file, node.start, 'no any: take unknown and check it'));
    }
  });
  return problems;
}
