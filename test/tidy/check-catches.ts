/**
 * Nothing fails in silence. A catch that does nothing hides every error that comes after the one it was written for:
 * handle it, answer with it, or tell the log (`toLog` of src/base/log.ts).
 *
 * Two forms are found: `.catch` with a function that only gives back nothing, and a catch clause without a statement.
 */
import type { Node } from 'oxc-parser';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

const INSTEAD = 'no silent catch: handle it, answer with it, or tell the log with toLog';

export function checkCatches(file: SourceFile): Problem[] {
  const isOurs = file.path.startsWith('src/') || file.path.startsWith('web/src/');
  const isTest = /\.test\.tsx?$/.test(file.path);
  if (!isOurs || isTest) return [];
  const problems: Problem[] = [];
  walkSyntax(file.program, (node) => {
    if (isSilentClause(node) || isSilentCall(node)) {
      problems.push(problemAt(file, node.start, INSTEAD));
    }
  });
  return problems;
}

function isSilentClause(node: Node): boolean {
  return node.type === 'CatchClause' && node.body.body.length === 0;
}

function isSilentCall(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { property } = node.callee;
  if (property.type !== 'Identifier' || property.name !== 'catch') return false;
  const [handler] = node.arguments;
  if (handler?.type !== 'ArrowFunctionExpression' || handler.body === null) return false;
  const { body } = handler;
  return body.type === 'BlockStatement' ? body.body.length === 0 : isNothing(body);
}

/** A null is a value that the caller asks for: that something was not there. */
function isNothing(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'undefined';
}
