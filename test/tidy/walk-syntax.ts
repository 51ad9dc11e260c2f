/** Visits every node of a syntax tree, parents before children. */
import { visitorKeys, type Node } from 'oxc-parser';

/** `ancestors` runs from the program down to the parent. */
export type Visit = (node: Node, ancestors: readonly Node[]) => void;

export function walkSyntax(root: Node, visit: Visit): void {
  const ancestors: Node[] = [];
  const enter = (node: Node): void => {
    visit(node, ancestors);
    ancestors.push(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const one of Array.isArray(child) ? (child as unknown[]) : [child]) {
        if (isNode(one)) enter(one);
      }
    }
    ancestors.pop();
  };
  enter(root);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
