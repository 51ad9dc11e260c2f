/** Loops of real coding agents under hooks alone: the ladder turns the call down, then ends the session. */
import { describe, expect, test } from 'vitest';
import { runProgram } from './client-run.ts';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { calls, FINISHED, forever, steps } from './hook-scripts.ts';
import { openGuardedLab, TRIPWIRE } from './hooks-lab.ts';
import { runOrder } from './night-lab.ts';

const REPORT = '.geometry/BLOCKER_REPORT.md';
const ROOMS = 8;
/** As often as a client that no hook can end was seen to ask on. */
const ASKED_ON = 60;

/** Each run leaves a line behind, and fails in the same way. */
function failing({ tried }: GuardedClient, file: string) {
  return tried.shell(`echo x >> runs.txt; cat ${file}`);
}

const itself = guardedClients.filter(({ tried }) => tried.client === 'gemini-cli');
const others = guardedClients.filter(({ tried }) => tried.client !== 'gemini-cli');

test.each(others)('$title: a call that failed five times does not run again', async (guarded) => {
  const lab = await openGuardedLab(guarded, forever(calls(failing(guarded, 'nowhere.txt'))));
  const run = await lab.run();
  expect(lab.lines('runs.txt')).toHaveLength(5);
  expect(lab.sent()).toContain('Tripwire HARD_LOOP');
  expect(lab.lines(REPORT).join('\n')).toContain('INFINITE_LOOP');
  expect(lab.logged().slice(0, 4)).toEqual([
    'SOFT_LOOP continued_monitoring',
    'SOFT_LOOP continued_monitoring',
    'HARD_LOOP paused_for_new_approach',
    'INFINITE_LOOP created_blocker_report',
  ]);
  // The tenth time it asks, the session ends; where no hook can do that, it asks on and nothing runs.
  expect(run.stdout.includes(FINISHED)).toBe(!guarded.endsAtTool);
  const asked = lab.asked();
  if (guarded.endsAtTool) expect(asked).toBe(10);
  await lab.run();
  expect(lab.asked()).toBe(asked);
  expect(lab.lines('runs.txt')).toHaveLength(5);
});

test.each(itself)(
  '$title ends by itself when the very same call comes again, and a report tells',
  async (guarded) => {
    const lab = await openGuardedLab(guarded, forever(calls(failing(guarded, 'nowhere.txt'))));
    expect(await lab.run()).toMatchObject({ exitCode: 0, stdout: '' });
    expect(lab.lines('runs.txt')).toHaveLength(4);
    expect(lab.lines(REPORT).join('\n')).toContain('the session ended without a word');
    const asked = lab.asked();
    const again = await lab.run();
    expect(lab.asked()).toBe(asked);
    expect(`${again.stdout}${again.stderr}`).toContain('BLOCKER_REPORT.md');
  },
);

test.each(guardedClients.filter(({ initName }) => initName === 'claude-code'))(
  '$title: a script can tell a session that hooks ended, and why',
  async (guarded) => {
    const told = async (form: string, ...more: readonly string[]) => {
      const circle = forever(calls(failing(guarded, 'nowhere.txt')));
      const lab = await openGuardedLab(guarded, circle);
      const run = await lab.run({ args: ['--output-format', form, ...more] });
      expect(run).toMatchObject({ exitCode: 0, stderr: '' });
      expect(lab.has(REPORT)).toBe(true);
      return run.stdout;
    };
    const result = { result: '', is_error: false, terminal_reason: 'hook_stopped' };
    expect(JSON.parse(await told('json'))).toMatchObject(result);
    const streamed = await told('stream-json', '--verbose');
    expect(streamed).toContain('BLOCKER_REPORT.md says what was tried');
    expect(JSON.parse(streamed.trim().split('\n').at(-1) ?? '')).toMatchObject(result);
  },
);

test.each(guardedClients)(
  '$title: under `tripwire run` a stuck session is ended, and standard error says so',
  async (guarded) => {
    let count = 0;
    const turns = () => {
      count += 1;
      return failing(guarded, count % 2 === 0 ? 'elsewhere.txt' : 'nowhere.txt');
    };
    const lab = await openGuardedLab(guarded, forever(calls(turns), ASKED_ON));
    const { args, env } = runOrder(guarded, lab);
    const { stderr } = await runProgram(TRIPWIRE, lab, { args: ['run', '--', ...args], env });
    expect(stderr).toMatch(/: .*STOPPED \(blocker\): .*BLOCKER_REPORT\.md/);
    expect(lab.lines('runs.txt')).toHaveLength(6);
    expect(lab.asked()).toBeLessThan(ASKED_ON / 2);
  },
);

describe.each(guardedClients)('$title', (guarded) => {
  test('two calls in turns that lead nowhere do not run a fourth time', async () => {
    let count = 0;
    const turns = () => {
      count += 1;
      return failing(guarded, count % 2 === 0 ? 'elsewhere.txt' : 'nowhere.txt');
    };
    const lab = await openGuardedLab(guarded, forever(calls(turns)));
    await lab.run();
    expect(lab.lines('runs.txt')).toHaveLength(6);
    expect(lab.sent()).toContain('Tripwire DUPLICATE_CHAIN');
    if (guarded.endsAtTool) expect(lab.asked()).toBe(11);
    // Gemini CLI ends at that very request, for a reason of its own: the hook of its end leaves the report.
    expect(lab.has(REPORT)).toBe(true);
  });

  // Eight different things to look at have one signature of the safety rules.
  test.each([true, false])('eight looks, strict: %s', async (strict) => {
    const looks = Array.from({ length: ROOMS }, (_, index) =>
      calls(guarded.tried.shell(`echo x >> runs.txt; wc -c rooms/room-${index}.txt`)),
    );
    const lab = await openGuardedLab(guarded, steps(...looks));
    lab.put('rooms/room-0.txt', 'x\n');
    for (let index = 1; index < ROOMS; index += 1) {
      lab.put(`rooms/room-${index}.txt`, `${'x'.repeat(index)}\n`);
    }
    if (strict) lab.edit('.geometry/MANIFEST.yaml', 'safety:\n', 'safety:\n  strict: true\n');
    expect((await lab.run()).exitCode).toBe(0);
    expect(lab.lines('runs.txt')).toHaveLength(strict ? 5 : ROOMS);
    expect(lab.sent().includes('Tripwire HARD_LOOP')).toBe(strict);
    expect(lab.has(REPORT)).toBe(false);
  });
});
