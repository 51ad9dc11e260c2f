/** Files and functions stay short enough to be read at one go. */
import type { Node } from 'oxc-parser';
import { isUnder } from './list-files.ts';
import { limits, longFiles } from './rules.ts';
import { lineAt, problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

export function checkLength(file: SourceFile): Problem[] {
  const { fileLines, functionLines } = limits;
  const problems: Problem[] = [];
  const lines = file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0);
  if (lines > fileLines && !mayBeLong(file.path)) {
    problems.push(problemAt(file, file.text.length, `${lines} lines; at most ${fileLines} a file`));
  }
  walkSyntax(file.program, (node, ancestors) => {
    if (!isFunction(node) || (file.isTest && isSuite(ancestors.at(-1)))) return;
    const length = lineAt(file.text, node.end) - lineAt(file.text, node.start) + 1;
    if (length <= functionLines) return;
    problems.push(
      problemAt(file, node.start, `a function of ${length} lines; at most ${functionLines}`),
    );
  });
  return problems;
}

function mayBeLong(path: string): boolean {
  return Object.keys(longFiles).some((long) =>
    long.endsWith('/') ? isUnder(path, [long]) : path === long,
  );
}

function isFunction(node: Node): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

/** The callback of `describe` holds tests side by side; it is a chapter, not a function. */
function isSuite(parent: Node | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  let callee: Node = parent.callee;
  while (callee.type === 'MemberExpression' || callee.type === 'CallExpression') {
    callee = callee.type === 'MemberExpression' ? callee.object : callee.callee;
  }
  return callee.type === 'Identifier' && callee.name === 'describe';
}
