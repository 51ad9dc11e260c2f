/**
 * What the tools of the HTTP agents return: made up, for they have nothing to work on.
 *
 * The same call at the same step always returns the same. The looping agent's result does not change at all:
 * that is what makes it stuck.
 */
import type { AgentKind } from './http-agent-task.ts';

const LINES = 5;

/** The result of a tool call. */
export function madeUpResult(
  kind: AgentKind,
  tool: string,
  argument: string,
  step: number,
): string {
  if (kind === 'looping') {
    return 'FAIL test/login.test.ts\n  expected status 200, got 401\n1 failed, 41 passed';
  }
  switch (tool) {
    case 'search':
      return lines((line) => `src/${word(step, line)}.ts:${7 * step + 3 * line + 2}: ${argument}`);
    case 'read_file':
      return lines((line) => `export const ${word(step, line)} = ${word(line, step)}(${step});`);
    case 'edit_file':
      return `${argument}: ${step + 4} lines added, ${step + 1} removed`;
    case 'run_tests':
      return `${argument}: ${11 + 2 * step} passed, 0 failed`;
    default:
      return `${argument}\n${lines((line) => `${word(step, line)}: ${19 * step + line} in stock`)}`;
  }
}

function lines(line: (index: number) => string): string {
  return Array.from({ length: LINES }, (_, index) => line(index)).join('\n');
}

const FIRST = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove'];
const SECOND = ['Lamp', 'Gate', 'Chart', 'Wheel', 'Crate', 'Panel', 'Rope', 'Bell', 'Kite', 'Loom'];

function word(one: number, other: number): string {
  const first = FIRST[(one + 3 * other) % FIRST.length] ?? '';
  return `${first}${SECOND[(3 * one + other) % SECOND.length] ?? ''}${one}`;
}
