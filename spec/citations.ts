/**
 * Finds the `verifies(…)` calls of a test file without running it.
 * It reads the syntax tree, so line breaks and lists do not matter, and a call that only stands in
 * a comment or in a string is no citation.
 */
import { parseSync, Visitor } from 'oxc-parser';

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Citation {
  readonly file: string;
  readonly line: number;
  readonly ids: readonly string[];
}

/** A call whose ids cannot be read without running it; it would escape every check. */
export interface UnreadableCitation {
  readonly file: string;
  readonly line: number;
}

export interface FoundCitations {
  readonly citations: readonly Citation[];
  readonly unreadable: readonly UnreadableCitation[];
}

interface Node {
  readonly type: string;
}

export function findCitations(files: readonly SourceFile[]): FoundCitations {
  const citations: Citation[] = [];
  const unreadable: UnreadableCitation[] = [];
  for (const { path, text } of files) {
    const { program, errors } = parseSync(path, text);
    if (errors[0] !== undefined) throw new Error(`${path} does not parse: ${errors[0].message}`);
    new Visitor({
      CallExpression(call) {
        if (call.callee.type !== 'Identifier' || call.callee.name !== 'verifies') return;
        const line = text.slice(0, call.start).split('\n').length;
        const ids = literalIds(call.arguments[0]);
        if (ids === undefined) unreadable.push({ file: path, line });
        else citations.push({ file: path, line, ids });
      },
    }).visit(program);
  }
  return { citations, unreadable };
}

function literalIds(argument: Node | undefined): readonly string[] | undefined {
  if (argument === undefined) return undefined;
  if (argument.type === 'ArrayExpression') {
    const { elements } = argument as Node & { readonly elements: readonly (Node | null)[] };
    const ids = elements.map(literalId);
    return ids.every((id) => id !== undefined) ? ids : undefined;
  }
  const id = literalId(argument);
  return id === undefined ? undefined : [id];
}

function literalId(node: Node | null): string | undefined {
  if (node === null || node.type !== 'Literal') return undefined;
  const { value } = node as Node & { readonly value: unknown };
  return typeof value === 'string' ? value : undefined;
}
