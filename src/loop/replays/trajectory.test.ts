/** Frozen replays: what is kept of a session, and that nothing of it can be changed unnoticed. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import {
  linkProblem,
  readTrajectory,
  trajectoryFiles,
  trajectoryProblem,
  type Trajectory,
  type TrajectoryStep,
} from '../index.ts';
import { chainStart, frozenHead, frozenText, sealOf, stepDigest, stepLine } from './chain.ts';

const SECRET = 'sk-live-0123456789';

/** A session with a bit of everything. */
async function work(project: LoopProject): Promise<void> {
  await project.send('session-start', { source: 'startup', model: 'claude-sonnet-4.6' });
  await project.prompt(`make it green, the key is ${SECRET}`);
  await project.call('Read', { file_path: join(project.folder, 'ROADMAP.md') }, `text ${SECRET}`);
  await project.edit('src/a.ts', SECRET);
  await project.stop();
  await project.bash('npm test', '1 passed');
  await project.bash(`TOKEN=${SECRET} curl -H ${SECRET} x`, SECRET, true);
  await project.bash('rm .geometry/STOP');
  project.write('.geometry/PAUSE', '');
  await project.call('Read', { file_path: 'a.ts' });
  project.remove('PAUSE');
  await project.stop();
}

async function frozen(): Promise<{ readonly project: LoopProject; readonly file: string }> {
  const project = new LoopProject({ 'package.json': '{"scripts":{"test":"x"}}' });
  await work(project);
  await project.send('session-end', {});
  return { project, file: project.path('replays/s1.json') };
}

function read(file: string): Trajectory {
  const trajectory = readTrajectory(file);
  if (trajectory === null) throw new Error(`${file} is no trajectory`);
  return trajectory;
}

/** Whether anything is found, be it only that it cannot be read. */
function isFound(project: LoopProject, bytes: string | Uint8Array): boolean {
  const file = join(project.folder, 'changed.json');
  writeFileSync(file, bytes);
  const trajectory = readTrajectory(file);
  return trajectory === null || trajectoryProblem(trajectory) !== null;
}

describe('a frozen replay', () => {
  verifies(
    'L12',
    'holds session, model, hash of the prompt and the states, in the words of the rules',
    async () => {
      const { project, file } = await frozen();
      const prompt = `make it green, the key is ${SECRET}`;
      const replay = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      expect(replay).toMatchObject({
        session_id: 's1',
        model_version: 'claude-sonnet-4.6',
        prompt_hash: `sha256:${createHash('sha256').update(prompt).digest('hex')}`,
        frozen: true,
      });
      const steps = replay['trajectory'] as TrajectoryStep[];
      const told = steps.map((one) => {
        const why = one.reason === null ? '' : ` ${one.reason}`;
        return `${one.state} ${one.action} ${one.next_state} ${one.answer}${why}`;
      });
      expect(told).toEqual([
        'planning session_start planning pass',
        'planning prompt planning pass',
        'planning read planning pass',
        'planning read planning pass',
        'planning edit_file executing pass',
        'executing edit_file executing pass',
        'executing stop executing continue DIRTY_BIT_VIOLATION',
        'executing run_tests testing pass',
        'testing run_tests testing pass',
        'testing run_command executing pass',
        'executing run_command executing pass',
        'executing run_command executing deny PROTECTED_PATH',
        'executing read paused deny HOLD_PAUSED',
        'paused stop planning pass',
        'planning session_end finished pass',
      ]);
      expect(steps[4]).toMatchObject({
        tool: 'Edit',
        signature: expect.stringMatching(/^Edit\(a\.ts\)#/) as string,
      });
      expect(steps[9]).toMatchObject({
        signature: expect.stringMatching(/^Bash\(curl\)#/) as string,
      });
      expect(steps[10]).toMatchObject({ failed: true });
      expect(trajectoryProblem(read(file))).toBeNull();
      expect(readdirSync(project.path('replays'))).toEqual(['s1.json']);
      expect(statSync(file).mode & 0o777).toBe(0o444);
    },
  );

  verifies('L12', 'keeps no prompt, no argument, no result', async () => {
    const { file } = await frozen();
    expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
    expect(readFileSync(file, 'utf8')).not.toContain('green');
  });

  verifies('L12', 'any changed byte is found', async () => {
    const { project, file } = await frozen();
    const bytes = readFileSync(file);
    expect(isFound(project, bytes)).toBe(false);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ change;
        return isFound(project, changed);
      }),
      { numRuns: 1_000 },
    );
  });

  verifies(
    'L12',
    'a step that is changed, removed, doubled or moved is found by its number',
    async () => {
      const { project, file } = await frozen();
      const whole = JSON.parse(readFileSync(file, 'utf8')) as { trajectory: TrajectoryStep[] };
      const last = whole.trajectory.length - 1;
      const firstLoss = (trajectory: readonly unknown[]): number | undefined => {
        const changed = join(project.folder, 'changed.json');
        writeFileSync(changed, JSON.stringify({ ...whole, trajectory }));
        return trajectoryProblem(read(changed))?.step;
      };
      const keys = Object.keys(whole.trajectory[0] ?? {}) as (keyof TrajectoryStep)[];
      fc.assert(
        fc.property(
          fc.nat(last),
          fc.nat(last - 1),
          fc.constantFrom(...keys),
          fc.jsonValue(),
          (at, other, key, value) => {
            const steps = whole.trajectory;
            const step = steps[at];
            if (JSON.stringify(step?.[key]) !== JSON.stringify(value)) {
              expect(firstLoss(steps.with(at, { ...step, [key]: value } as TrajectoryStep))).toBe(
                at + 1,
              );
            }
            expect(
              firstLoss(steps.with(at, { ...step, more: value } as unknown as TrajectoryStep)),
            ).toBe(at + 1);
            // The last step leaves no gap behind it; the digest of the whole tells.
            expect(firstLoss(steps.toSpliced(at, 1))).toBe(at === last ? 0 : at + 1);
            expect(firstLoss(steps.toSpliced(at + 1, 0, step as TrajectoryStep))).toBe(at + 2);
            const to = other >= at ? other + 1 : other;
            const moved = steps.toSpliced(at, 1).toSpliced(to, 0, step as TrajectoryStep);
            expect(firstLoss(moved)).toBe(Math.min(at, to) + 1);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  verifies(
    'L12',
    'states that do not follow are found also where every digest was made anew',
    async () => {
      const { project, file } = await frozen();
      const { head, steps } = read(file);
      const forged = (change: (step: TrajectoryStep) => Partial<TrajectoryStep>) => {
        let before = chainStart(head);
        const all = steps.map((step) => {
          const changed = { ...step, ...change(step) };
          before = stepDigest(before, changed);
          return { ...changed, digest: before };
        });
        const whole = frozenHead(head, all);
        const target = join(project.folder, 'forged.json');
        writeFileSync(target, frozenText(whole, sealOf(whole, all), all.map(stepLine)));
        return trajectoryProblem(read(target));
      };
      expect(forged(() => ({}))).toBeNull();
      const at = (number: number, change: Partial<TrajectoryStep>) => (step: TrajectoryStep) =>
        step.step === number ? change : {};
      expect(forged(at(5, { next_state: 'testing' }))).toEqual({
        step: 5,
        problem: 'it leads to testing, but its facts lead to executing',
      });
      expect(forged(at(13, { holds: [] }))).toMatchObject({ step: 13 });
      expect(forged(at(6, { state: 'testing' }))).toMatchObject({ step: 6 });
      expect(forged(at(6, { action: 'read' }))).toMatchObject({ step: 6 });
    },
  );

  verifies(
    'L12',
    'is never written again: what comes later goes into a next part that vouches for the first',
    async () => {
      const { project, file } = await frozen();
      const before = readFileSync(file);
      await work(project);
      const live = project.path('replays/s1.jsonl');
      expect(read(live)).toMatchObject({ form: 'live', head: { part: 2, frozen: false } });
      expect(trajectoryProblem(read(live))).toBeNull();
      await project.send('session-end', {});
      const parts = trajectoryFiles(project.path(''), 's1').map(read);
      expect(parts.map(trajectoryProblem)).toEqual([null, null]);
      expect(parts.map((part, index) => linkProblem(parts[index - 1] ?? null, part))).toEqual([
        null,
        null,
      ]);
      expect(readFileSync(file)).toEqual(before);
      const other = { ...parts[0], bytes: Buffer.from('x') } as Trajectory;
      expect(linkProblem(other, parts[1] as Trajectory)).toContain('another part 1');
      expect(linkProblem(null, parts[1] as Trajectory)).toContain('part 2, where part 1 belongs');
    },
  );
});

describe('a replay that goes on', () => {
  test('a last line torn at any byte is dropped, and the next step says so', async () => {
    const project = new LoopProject();
    const live = project.path('replays/s1.jsonl');
    await project.prompt();
    await project.bash('ls');
    const whole = readFileSync(live);
    const lastLine = whole.lastIndexOf(0x0a, whole.length - 2) + 1;
    for (let length = lastLine + 1; length < whole.length; length += 29) {
      writeFileSync(live, whole);
      truncateSync(live, length);
      expect(read(live)).toMatchObject({ isTorn: true, steps: [{ step: 1 }, { step: 2 }] });
      expect(trajectoryProblem(read(live))).toBeNull();
      expect((await project.stop()).kind).toBe('pass');
      const { steps, isTorn } = read(live);
      expect(isTorn).toBe(false);
      expect(steps.map(({ notes }) => notes)).toEqual([[], [], ['torn-line-dropped']]);
      expect(trajectoryProblem(read(live))).toBeNull();
    }
    truncateSync(live, 5);
    await project.stop();
    expect(read(live).steps.map(({ notes }) => notes)).toEqual([['torn-line-dropped']]);
  });

  test('a damaged file is kept aside and a new one begun', async () => {
    const project = new LoopProject();
    await project.prompt();
    const live = project.path('replays/s1.jsonl');
    writeFileSync(live, 'hello\nworld\n');
    expect((await project.prompt()).kind).toBe('pass');
    expect(read(live).steps.map(({ notes }) => notes)).toEqual([['broken-file-kept-aside']]);
    expect(project.read('replays/s1.jsonl.broken')).toBe('hello\nworld\n');
  });

  test('a kill between freezing and removing changes nothing', async () => {
    const project = new LoopProject();
    await project.prompt();
    const live = project.path('replays/s1.jsonl');
    await project.stop();
    const begun = readFileSync(live);
    await project.send('session-end', {});
    const text = project.read('replays/s1.json');
    const last = `${text.split('\n').at(-3)}\n`;
    writeFileSync(live, Buffer.concat([begun, Buffer.from(last)]));
    await project.prompt();
    expect(project.read('replays/s1.json')).toBe(text);
    expect(read(live)).toMatchObject({ head: { part: 2 }, steps: [{ step: 1, action: 'prompt' }] });
    // A live file that says something else than what is frozen is kept, not believed.
    writeFileSync(live, begun);
    await project.prompt();
    expect(project.read('replays/s1.json')).toBe(text);
    expect(project.has('replays/s1.jsonl.broken')).toBe(true);
  });

  test('a session that fell silent is frozen when another begins; one that was seen lately is not', async () => {
    const project = new LoopProject();
    await project.send('prompt', { text: 'x' }, { session: 'old' });
    project.nowMs += 86_400_000 - 10_000;
    await project.send('prompt', { text: 'x' }, { session: 'young' });
    project.nowMs += 10_000;
    await project.send('session-start', { source: null, model: null });
    expect(readdirSync(project.path('replays')).toSorted()).toEqual([
      'old.json',
      's1.jsonl',
      'young.jsonl',
    ]);
    expect(trajectoryProblem(read(project.path('replays/old.json')))).toBeNull();
  });

  test('what cannot be recorded does not run', async () => {
    const project = new LoopProject({ '.geometry/replays': 'no folder' });
    expect(await project.bash('ls')).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('Tripwire cannot decide') as string,
    });
  });

  test('at 20,000 steps the recording is full and says so, and the work goes on', async () => {
    const project = new LoopProject();
    await project.prompt();
    const live = project.path('replays/s1.jsonl');
    const { head, steps } = read(live);
    const lines = [readFileSync(live, 'utf8').split('\n')[0] ?? ''];
    let before = chainStart(head);
    for (let number = 1; number < 20_000; number += 1) {
      const step = { ...(steps[0] as TrajectoryStep), step: number };
      before = stepDigest(before, step);
      lines.push(stepLine({ ...step, digest: before }));
    }
    writeFileSync(live, `${lines.join('\n')}\n`);
    for (let more = 0; more < 3; more += 1) expect((await project.bash('ls')).kind).toBe('pass');
    await project.send('session-end', {});
    const full = read(project.path('replays/s1.json'));
    expect(full.steps).toHaveLength(20_000);
    expect(full.steps.at(-1)?.notes).toEqual(['full-nothing-after-this']);
    expect(trajectoryProblem(full)).toBeNull();
  }, 60_000);
});

describe('the names of replays', () => {
  const ids = [
    '../../x',
    '/etc/passwd',
    '..',
    'a/b',
    'a.2',
    'A',
    'a',
    'é',
    '',
    '\0',
    '-rf',
    'con x',
    'y'.repeat(512),
  ];

  test('no session id leads out of the folder, and no two share a file', async () => {
    const project = new LoopProject();
    for (const session of ids) {
      expect((await project.send('prompt', { text: 'x' }, { session })).kind).toBe('pass');
    }
    const names = readdirSync(project.path('replays'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(ids.length);
    for (const name of names) expect(name).toMatch(/^[\w~-]{1,120}\.jsonl$/);
    for (const session of ids) {
      const [file = ''] = trajectoryFiles(project.path(''), session);
      expect(read(file).head.session_id).toBe(session);
    }
    expect(existsSync(join(project.folder, 'x.jsonl'))).toBe(false);
  });
});
