/** In a pure room nothing reaches outside: no clock, no chance, no I/O, no waiting, no memory between calls. */
import type { Node } from 'oxc-parser';
import { isUnder } from './list-files.ts';
import { rooms } from './rooms.ts';
import { impureFolders, impureMembers, impureNames, mayRemember } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

export function checkPurity(file: SourceFile): Problem[] {
  if (file.isTest || file.room === undefined || rooms[file.room]?.pure !== true) return [];
  if (isUnder(file.path, impureFolders)) return [];
  const remembers = Object.hasOwn(mayRemember, file.path);
  const problems: Problem[] = [];
  walkSyntax(file.program, (node, ancestors) => {
    const message =
      impureName(node, ancestors) ??
      impureMember(node) ??
      waiting(node) ??
      (remembers ? undefined : memory(node, ancestors));
    if (message !== undefined) problems.push(problemAt(file, node.start, message));
  });
  return problems;
}

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A name counts wherever it stands for a value: not as a key, not as a member, not as a type. */
function impureName(node: Node, ancestors: readonly Node[]): string | undefined {
  if (node.type === 'MetaProperty' && node.meta.name === 'import') {
    return 'import.meta is not pure: it depends on where the file lies';
  }
  if (node.type !== 'Identifier') return undefined;
  const why = lookUp(impureNames, node.name);
  if (why === undefined || !standsForValue(node, ancestors.at(-1))) return undefined;
  return `${node.name} is not pure: ${why}`;
}

function standsForValue(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if ('key' in parent && parent.key === node && !('computed' in parent && parent.computed)) {
    return 'shorthand' in parent && parent.shorthand;
  }
  return !parent.type.startsWith('TS') || 'expression' in parent;
}

function impureMember(node: Node): string | undefined {
  if (node.type === 'MemberExpression') {
    const name = memberName(node);
    const why = name === undefined ? undefined : lookUp(impureMembers, name);
    return why === undefined ? undefined : `.${name} is not pure: ${why}`;
  }
  // `const { random } = Math` takes the member by another way.
  if (node.type === 'VariableDeclarator' && node.init?.type === 'Identifier') {
    if (node.id.type === 'ObjectPattern' && node.init.name === 'Math') {
      return 'use Math.name(), so that this test can read which name';
    }
  }
  return undefined;
}

function memberName(node: Extract<Node, { type: 'MemberExpression' }>): string | undefined {
  if (node.property.type === 'Literal') return String(node.property.value);
  return node.property.type === 'Identifier' && !node.computed ? node.property.name : undefined;
}

function waiting(node: Node): string | undefined {
  const asynchronous = 'async' in node && node.async;
  const awaits = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
  if (asynchronous || awaits) return 'a pure function answers at once: no async, no await';
  if (node.type === 'ImportExpression') return 'import() waits; import at the top of the file';
  return undefined;
}

/** Module-level state would make an answer depend on earlier calls. */
function memory(node: Node, ancestors: readonly Node[]): string | undefined {
  const parent = ancestors.at(-1);
  const topLevel = parent?.type === 'Program' || parent?.type === 'ExportNamedDeclaration';
  if (node.type !== 'VariableDeclaration' || !topLevel) return undefined;
  if (node.kind !== 'const') return `module-level ${node.kind} is memory; pass state in and out`;
  const empty = node.declarations.find(({ init }) => init !== null && isEmptyContainer(init));
  return empty === undefined
    ? undefined
    : 'an empty module-level container can only be memory; pass state in and out';
}

function isEmptyContainer(init: Node): boolean {
  if (init.type === 'TSAsExpression' || init.type === 'TSSatisfiesExpression') {
    return isEmptyContainer(init.expression);
  }
  if (init.type === 'ArrayExpression') return init.elements.length === 0;
  if (init.type === 'ObjectExpression') return init.properties.length === 0;
  if (init.type !== 'NewExpression' || init.callee.type !== 'Identifier') return false;
  return /^(?:Weak)?(?:Map|Set)$/.test(init.callee.name) && init.arguments.length === 0;
}
