/** Ids that results hand out: of a list they are its entries, and of one deed that is done again they are all the same thing. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type ToolEvent } from '../index.ts';

type Step = Omit<ToolEvent, 'kind' | 'atMs'>;

function rule(steps: readonly Step[]) {
  const events = steps.map((step, index) => ({
    ...step,
    kind: 'tool' as const,
    atMs: 1_790_000_000_000 + index * 8_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

const ids = ['k3f9x2q7', 'm8d4z1w6', 'p5h7c3v2', 'r9t2b6n4', 's1j8g5y3', 'u7k4e9a2', 'w2q6l8d5'];
const step = (tool: string, args: unknown, result: unknown): Step => ({
  tool,
  args,
  result: JSON.stringify(result),
});
const look = (id: string) =>
  step('get_report', { report: id }, { report: id, rows: 0, state: 'empty', owner: 'sales' });

describe('ids', () => {
  verifies('X16', 'of a list are entries that may all be alike', () => {
    const list = step('list_reports', {}, { reports: ids });
    expect(rule([list, ...ids.map(look)])).toBeNull();
  });

  verifies('X16', 'of one deed that is done again and again are none', () => {
    const rounds = [...ids, ...ids.map((id) => `${id}x`)].flatMap((id) => [
      step('generate_report', { kind: 'sales' }, { report: id }),
      look(id),
    ]);
    expect(rule(rounds)).toBe('no-progress');
  });
});
