/** What ends a streak: something that failed goes well, or each round tells something else. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { digestEvent, initialJudge, judgeEvent, type ToolEvent } from '../index.ts';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const run = (command: string, result: string, isError = false): ToolEvent => ({
  kind: 'tool',
  tool: 'Bash',
  args: { command },
  result,
  isError,
});

/** The score after each event. */
function scores(events: readonly ToolEvent[]): number[] {
  let state = initialJudge();
  return events.map((event) => {
    const judged = judgeEvent(state, digestEvent(event));
    ({ state } = judged);
    return judged.verdict.score;
  });
}

describe('a streak of failures', () => {
  const failed = run('deploy --to a', 'lock held by another', true);

  verifies('X16', 'is over when the same call goes well', () => {
    const [, , before = 0] = scores([failed, failed, failed]);
    expect(before).toBeGreaterThan(5);
    expect(scores([failed, failed, failed, run('deploy --to a', 'ok')]).at(-1)).toBe(0);
  });

  verifies(
    'X16',
    'is no streak of the template once that has gone well with something else',
    () => {
      const tried = (name: string, goes: boolean) =>
        goes ? run(`deploy --to ${name}`, 'ok') : run(`deploy --to ${name}`, 'lock held', true);
      const taken = scores(
        times(20, (index) => tried(`host${'abcdefghijklmnopqrst'[index]}`, index % 2 === 1)),
      );
      expect(Math.max(...taken)).toBe(0);
      const never = scores(
        times(20, (index) => tried(`host${'abcdefghijklmnopqrst'[index]}`, false)),
      );
      expect(Math.max(...never)).toBeGreaterThan(10);
    },
  );
});

describe('the same reply after each change', () => {
  const rounds = (refusal: (index: number) => string) =>
    times(14, (index) => [
      run('./job', `denied: ${refusal(index)} is not allowed`, true),
      {
        ...run('', 'ok'),
        tool: 'Edit',
        args: { file_path: 'p.json', old_string: '[', new_string: `[ "${refusal(index)}"` },
      },
      run('make policy', 'The policy was written, and 1 thing has changed.'),
    ]).flat();

  verifies('X16', 'is none while each round is refused something else', () => {
    const next = scores(rounds((index) => `right${'abcdefghijklmn'[index]}`));
    expect(Math.max(...next)).toBeLessThan(5);
    expect(Math.max(...scores(rounds(() => 'reading')))).toBeGreaterThan(10);
  });
});
