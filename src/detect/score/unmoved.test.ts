/** Rounds about the same things that end as they began are a loop; over other things, or with another end, they are none. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const ROUNDS = 10;

type Step = Omit<TranscriptEvent & { kind: 'tool' }, 'kind' | 'atMs'>;

function rule(round: (index: number) => readonly Step[]) {
  const steps = Array.from({ length: ROUNDS }, (_, index) => round(index)).flat();
  const events = steps.map((step, index) => ({
    ...step,
    kind: 'tool' as const,
    atMs: 1_790_000_000_000 + index * 9_000,
  }));
  return detectThread({ id: 't', events }).rule;
}

const word = (index: number) => 'abcdefghijklmnop'[index] ?? '';
/** So many words that nothing else says. */
const said = (index: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${word(index)}${word(at)}${word(count)}x`).join(' ');
const edit = (path: string, index: number): Step => ({
  tool: 'Edit',
  args: { file_path: path, old_string: `${said(index, 3)};`, new_string: `${said(index + 2, 7)};` },
  result: `The file ${path} has been updated.`,
});
const run = (command: string, result: string): Step => ({
  tool: 'Bash',
  args: { command },
  result,
});
const failed = (command: string, error: string): Step => ({
  tool: 'Bash',
  args: { command },
  result: '',
  error,
});
const build = (index: number) => run('make', `linked firmware, ${(index * 37) % 100} % free`);

describe('rounds of which the same look tells what they brought', () => {
  verifies('X16', 'are a loop where a check is red as before and one file is edited', () => {
    const end = failed('make listen', 'Brownout detector was triggered');
    expect(rule((index) => [edit('src/main.c', index), build(index), end])).toBe('no-progress');
    expect(rule((index) => [edit(`src/${word(index)}.c`, index), build(index), end])).toBeNull();
  });

  verifies('X16', 'are a loop where a figure stays and nobody says that it is right', () => {
    const look = (text: string) => (index: number) => [
      edit('web/button.css', index),
      run('curl -s localhost:80/padding', text),
    ];
    expect(rule(look('padding: 7px 9px'))).toBe('no-progress');
    expect(rule(look('212 passed, all healthy'))).toBeNull();
  });

  verifies('X16', 'are work where the figure moves', () => {
    expect(
      rule((index) => [
        edit('web/card.css', index),
        failed('npx compare', `different pixels: ${90_000 - index * 7_000}`),
      ]),
    ).toBeNull();
  });
});
