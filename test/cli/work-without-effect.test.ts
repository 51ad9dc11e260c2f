/** Runs that look like work: every round brings new changes, and what tells whether they helped is the same each time. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: string;
  readonly error?: string;
}

const ROUNDS = 14;
const rounds = (make: (index: number) => readonly Call[]) =>
  Array.from({ length: ROUNDS }, (_, index) => make(index)).flat();
const word = (index: number) => `${'abcdefghijklmnop'.charAt(index)}queue`;

/** The ids of the runs that `tripwire detect` would have stopped. */
async function stopped(runs: Readonly<Record<string, readonly Call[]>>): Promise<string[]> {
  const file = join(temporaryFolder('work-without-effect'), 'runs.jsonl');
  const lines = Object.entries(runs).map(([id, calls]) => ({
    id,
    events: calls.map((call, index) => ({
      kind: 'tool',
      ...call,
      t_ms: 1_790_000_000_000 + index * 18_000,
    })),
  }));
  writeFileSync(file, jsonLines(lines));
  const { stdout } = await runTripwire(['detect', '--json', file]);
  const verdicts = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly id: string; readonly fired_at: number | null });
  expect(verdicts).toHaveLength(lines.length);
  return verdicts.flatMap(({ id, fired_at: firedAt }) => (firedAt === null ? [] : [id])).toSorted();
}

const edit = (index: number): Call => ({
  tool: 'Edit',
  args: {
    file_path: '/srv/app/worker.py',
    old_string: `${word(index)} = None`,
    new_string: `${word(index)} = Queue(${word((index * 7) % 16)}, limit=${index})`,
  },
  result: 'The file /srv/app/worker.py has been updated successfully.',
});
const ran = (command: string, text: string, failed: boolean): Call => ({
  tool: 'Bash',
  args: { command },
  ...(failed ? { error: `Exit code 1\n${text}` } : { result: text }),
});

describe('a failure that comes back under ever other commands', () => {
  const commands = ['pytest tests/worker', 'pytest -x', 'python -m pytest -k drains', 'make test'];
  const test = (index: number, failing: number) =>
    ran(
      commands[index % commands.length] ?? '',
      `worker.py:${40 + index}: AssertionError: the queue drains\n${failing} failed, ${60 - failing} passed in ${index}.2s`,
      true,
    );

  verifies('X16', 'is stopped, and is work while less and less fails', async () => {
    const ids = await stopped({
      'the same': rounds((index) => [edit(index), test(index, 3)]),
      'less and less': rounds((index) => [edit(index), test(index, 20 - index)]),
    });
    expect(ids).toEqual(['the same']);
  });
});
