/** `tripwire replay SESSION`, run as a user runs it, on sessions that the loop recorded. */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { LoopProject } from '../loop/loop-project.ts';

async function recorded(session = 's1'): Promise<LoopProject> {
  const project = new LoopProject();
  const place = { session };
  await project.send('prompt', { text: 'go' }, place);
  await project.call('Bash', { command: 'rm .geometry/STOP' }, '', { place });
  await project.call('Bash', { command: 'npm test' }, '1 passed', { place });
  await project.send('session-end', {}, place);
  return project;
}

function replay(project: LoopProject, ...args: readonly string[]): Promise<Outcome> {
  return runTripwire(['replay', ...args], '', { TRIPWIRE_DIR: project.path('') });
}

verifies(
  'L12',
  'a session is found by its id and shown step by step, with the reasons',
  async () => {
    const project = await recorded();
    const { code, stdout } = await replay(project, 's1');
    expect(code).toBe(0);
    expect(stdout).toContain('session s1');
    expect(stdout).toMatch(
      /2 {2}15:30:\d\d {2}planning → planning .* run_command .*Bash\(rm\)#\S+ {2}deny/,
    );
    expect(stdout).toContain('why: PROTECTED_PATH, the call touches files of Tripwire');
    expect(stdout).toMatch(/planning → testing .* run_tests /);
    expect(stdout).toContain('parity: 5 steps are as they were recorded');
    const { digest } = JSON.parse(project.read('replays/s1.json')) as { digest: string };
    expect(stdout).toContain(`\ndigest ${digest}\n`);
    const byFile = await replay(project, project.path('replays/s1.json'));
    expect(byFile).toEqual({ code, stdout, stderr: '' });
  },
);

verifies('L12', 'a changed step is named, and the exit code is 1', async () => {
  const project = await recorded();
  const file = project.path('replays/s1.json');
  chmodSync(file, 0o644);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"answer":"deny"', '"answer":"pass"'));
  const { code, stdout } = await replay(project, 's1');
  expect(code).toBe(1);
  expect(stdout).toContain(
    `parity lost at step 2 (${file}) [PARITY_LOST]\n  its digest does not follow`,
  );
  // From there on nothing is known, so nothing is shown.
  expect(stdout).not.toContain('run_tests');
  const json = (await replay(project, 's1', '--json')).stdout.trimEnd().split('\n');
  expect(JSON.parse(json.at(-1) ?? '')).toMatchObject({ intact: false, step: 2, file });
});

test('--json is one line a step and one for the outcome', async () => {
  const project = await recorded();
  const { code, stdout } = await replay(project, '--json', 's1');
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ action }) => action)).toEqual([
    'prompt',
    'run_command',
    'run_tests',
    'run_tests',
    'session_end',
    undefined,
  ]);
  expect(lines.at(-1)).toMatchObject({ session_id: 's1', frozen: true, steps: 5, intact: true });
});

test('parts are shown in order; one that was taken away is missed', async () => {
  const project = await recorded();
  await project.prompt('more');
  const { code, stdout } = await replay(project, 's1');
  expect(code).toBe(0);
  expect(stdout).toMatch(/session s1 part 2 .* still going on/);
  expect(stdout).toContain('parity: 6 steps');
  rmSync(project.path('replays/s1.json'));
  const without = await replay(project, 's1');
  expect(without.code).toBe(1);
  expect(without.stdout).toContain('it is part 2, where part 1 belongs');
});

test('a torn last line is said', async () => {
  const project = await recorded();
  await project.prompt('more');
  const live = project.path('replays/s1.jsonl');
  writeFileSync(live, `${readFileSync(live, 'utf8')}{"state":"plan`);
  const { code, stdout } = await replay(project, 's1');
  expect(code).toBe(0);
  expect(stdout).toContain('a torn last line is left out');
});

test('any id that a client may send is found again', async () => {
  const project = await recorded('../../etc/x y');
  const { code, stdout } = await replay(project, '../../etc/x y');
  expect(code).toBe(0);
  expect(stdout).toContain('session ../../etc/x y');
});

test('an id that is not there names those that are', async () => {
  const project = await recorded();
  const { code, stderr } = await replay(project, 's2');
  expect(code).toBe(2);
  expect(stderr).toContain('there is no file s2, and no session of that name in');
  expect(stderr).toContain('there are 1 files: s1.json');
});

test('a replay that is no JSON is refused', async () => {
  const project = await recorded();
  const file = join(project.folder, 'x.json');
  writeFileSync(file, '{"session_id": ');
  const { code, stderr } = await replay(project, file);
  expect(code).toBe(2);
  expect(stderr).toContain('is not a replay of a session');
});
