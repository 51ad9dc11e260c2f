/** What was changed and did not help is no progress, whatever command shows that it did not. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

type Step = Omit<TranscriptEvent & { kind: 'tool' }, 'kind' | 'atMs'>;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const letters = (index: number) =>
  `${'abcdefghij'.charAt(index % 10)}${'klmnopqrst'.charAt(index / 10)}`;

const judged = (steps: readonly Step[]) =>
  detectThread({
    id: 't',
    events: steps.map((step, index) => ({
      ...step,
      kind: 'tool' as const,
      atMs: 1_790_000_000_000 + index * 21_000,
    })),
  });

const edit = (index: number): Step => ({
  tool: 'Edit',
  args: {
    file_path: '/app/src/rounding.ts',
    old_string: `return ${letters(index)}(total);`,
    new_string: `const ${letters(index)}Total = scale(${letters(index)}); return keep(${letters(index)}Total);`,
  },
  result: 'The file /app/src/rounding.ts has been updated successfully.',
});
const reading = (index: number): Step => ({
  tool: 'Read',
  args: { file_path: `/app/src/${letters(index)}.ts` },
  result: times(
    8,
    (line) => `export const ${letters(index)}${letters(line)} = ${letters(line)};`,
  ).join('\n'),
});
const ran = (command: string, result: string, failed = true): Step => ({
  tool: 'Bash',
  args: { command },
  ...(failed ? { error: `Exit code 1\n${result}`, result: '' } : { result }),
});

const COMMANDS = [
  'npx vitest run tests/rounding.test.ts',
  'npx vitest run tests',
  'npx vitest run -t rounds',
  'npm test -- tests/rounding.test.ts | tail -20',
];
const report = (index: number, failing: readonly string[], passed: number) =>
  [
    ...failing.map((name) => ` FAIL  tests/rounding.test.ts:${31 + index}:7 > ${name}`),
    'AssertionError: expected 4.51 to be 4.5',
    ` Tests  ${failing.length} failed | ${passed} passed`,
    ` Duration  ${index + 1}.${index}s`,
  ].join('\n');

describe('a failure that comes back after every change', () => {
  const commandOf = (index: number) => COMMANDS[index % COMMANDS.length] ?? '';

  verifies(
    'X16',
    'counts under whatever command it is seen, and what was read meanwhile is owed',
    () => {
      const { firedAt, rule } = judged(
        times(14, (index) => [
          edit(index),
          ...(index % 3 === 1 ? [reading(index)] : []),
          ran(commandOf(index), report(index, ['rounds half even'], 31)),
        ]).flat(),
      );
      expect(rule).toBe('no-progress');
      expect(firedAt).toBeLessThan(20);
    },
  );

  verifies('X16', 'is progress as long as ever less fails, or ever more goes well', () => {
    const all = times(24, (index) => `case ${letters(index)}`);
    const fewer = times(24, (index) => [
      edit(index),
      ran(commandOf(0), report(index, all.slice(Math.floor(index / 2)), 31)),
    ]);
    expect(judged(fewer.flat()).firedAt).toBeNull();
    const more = times(16, (index) => [
      edit(index),
      ran(commandOf(0), report(index, ['rounds half even'], 31 + Math.floor(index / 2))),
    ]);
    expect(judged(more.flat()).firedAt).toBeNull();
  });

  verifies('X16', 'is progress as long as less is left, though the last line stays', () => {
    const rules = ['label', 'region', 'image-alt', 'link-name'];
    const left = (count: number) =>
      ran(
        'npx axe http://localhost:3000',
        `  ${rules[count % 4] ?? ''}: div > span\n${count} of 40 issues left\nexit 1`,
      );
    const falling = times(16, (index) => [edit(index), left(20 - index)]);
    expect(judged(falling.flat()).firedAt).toBeNull();
    const standing = times(16, (index) => [edit(index), left(20 + (index % 4))]);
    expect(judged(standing.flat()).firedAt).not.toBeNull();
  });

  verifies('X16', 'is another failure where it names something else', () => {
    const refusals = times(14, (index) => [
      ran('./run-as-role.sh etl', `AccessDenied: not authorized to perform s3:${letters(index)}`),
      edit(index),
    ]);
    expect(judged(refusals.flat()).firedAt).toBeNull();
  });

  verifies('X16', 'is over when the check is well again, and may come back', () => {
    const flaky = times(12, (index) => [
      edit(index),
      ran(commandOf(0), report(index, ['rounds half even'], 31 + index)),
      edit(index + 40),
      ran(commandOf(0), ` Tests  ${32 + index} passed`, false),
    ]);
    expect(judged(flaky.flat()).firedAt).toBeNull();
  });
});
