/** Ids that results hand out: of a list they are its entries, and of one deed that is done again they are all the same thing. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { explainThread, type ToolEvent } from '../index.ts';

type Step = Omit<ToolEvent, 'kind' | 'atMs'>;

/** Why each step counted. */
function codes(steps: readonly Step[]) {
  const events = steps.map((step, index) => ({
    ...step,
    kind: 'tool' as const,
    atMs: 1_790_000_000_000 + index * 8_000,
  }));
  return explainThread({ id: 't', events }).map(({ code }) => code);
}

const ids = ['k3f9x2q7zP3ewagP', 'm8d4z1w6hWpBRxq2', 'p5h7c3v2QnkMESMr', 'r9t2b6n4gYZxcK3d'];
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
    expect(codes([list, ...ids.map(look)]).slice(2)).toEqual(['listed', 'listed', 'listed']);
  });

  verifies('X16', 'of a deed that is done again in words that it had are none', () => {
    const ways = ['full', 'brief', 'full', 'brief'];
    const rounds = ids.flatMap((id, index) => [
      step('generate_report', { kind: 'sales', form: ways[index] }, { report: id }),
      look(id),
    ]);
    const [, , , second, , third, , fourth] = codes(rounds);
    expect(second).toBe('listed');
    expect([third, fourth]).not.toContain('listed');
  });
});
