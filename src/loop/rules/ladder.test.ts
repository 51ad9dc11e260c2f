/** The ladder through the hooks: SOFT warns, HARD turns down, INFINITE ends, healthy work passes. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';

const grep = { pattern: 'needle' };
/** The agent writes down what it will do instead. */
const stateApproach = (project: LoopProject, text: string) =>
  project.call('Write', { file_path: project.path('NEW_APPROACH.md'), content: text }, 'written');
const APPROACH = 'The name was wrong: I read the module list first, then search for what is there.';
const sameGrep = (project: LoopProject) => project.call('Grep', grep, 'No matches found');

describe('the ladder', () => {
  verifies(
    'L2',
    'three equal calls warn, five pause until a new approach, ten end the session',
    async () => {
      const project = new LoopProject();
      expect(await sameGrep(project)).toEqual({ kind: 'pass', say: null });
      expect(await sameGrep(project)).toEqual({ kind: 'pass', say: null });
      const soft = await sameGrep(project);
      expect(soft).toMatchObject({
        kind: 'pass',
        say: expect.stringContaining('ran 3 times') as string,
      });
      await sameGrep(project);
      const hard = await sameGrep(project);
      expect(hard).toMatchObject({ say: expect.stringContaining('Stop this approach') as string });
      expect(project.manifest().loopDetected).toBe(true);
      for (let count = 6; count <= 9; count += 1) {
        const denied = await sameGrep(project);
        expect(denied).toMatchObject({ kind: 'deny', endsSession: false });
      }
      const end = await sameGrep(project);
      expect(end).toMatchObject({ kind: 'deny', endsSession: true });
      expect(project.read('BLOCKER_REPORT.md')).toContain(
        'INFINITE_LOOP: `Grep` was asked for 10 times',
      );
      expect(project.logged()).toEqual([
        'SOFT_LOOP/continued_monitoring',
        'SOFT_LOOP/continued_monitoring',
        'HARD_LOOP/paused_for_new_approach',
        'INFINITE_LOOP/created_blocker_report',
      ]);
      expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({ kind: 'deny' });
    },
  );

  verifies('L1', 'the same chain a fourth time does not run', async () => {
    const project = new LoopProject();
    const round = async () => {
      await project.call('Grep', grep, 'No matches found');
      return project.call('Read', { file_path: 'a.ts' }, 'text of a');
    };
    await round();
    await round();
    expect(await round()).toMatchObject({
      say: expect.stringContaining('DUPLICATE_CHAIN') as string,
    });
    expect(await sameGrep(project)).toMatchObject({ kind: 'deny' });
    expect(project.logged()).toContain('DUPLICATE_CHAIN/paused_for_new_approach');
    const read = () => project.call('Read', { file_path: 'b.ts' }, 'text of b');
    expect(await read()).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('NEW_APPROACH.md') as string,
    });
    expect(await stateApproach(project, 'Again.')).toMatchObject({
      say: expect.stringContaining('no approach yet') as string,
    });
    expect(await read()).toMatchObject({ kind: 'deny' });
    await stateApproach(project, APPROACH);
    expect(project.logged().at(-1)).toBe('DUPLICATE_CHAIN/resumed_with_new_approach');
    expect(await project.call('Read', { file_path: 'b.ts' }, 'text of b')).toMatchObject({
      kind: 'pass',
    });
  });

  verifies('L1', 'a circle of failing calls is turned down each time, and then ends', async () => {
    const project = new LoopProject();
    const answers = [];
    for (let count = 0; count < 11; count += 1) {
      const file_path = count % 2 === 0 ? 'a.ts' : 'b.ts';
      answers.push(await project.call('Read', { file_path }, `no ${file_path}`));
    }
    expect(answers.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 6 }, () => 'pass'),
      ...Array.from({ length: 5 }, () => 'deny'),
    ]);
    expect(answers[9]).toMatchObject({ endsSession: false });
    expect(answers[10]).toMatchObject({ endsSession: true });
    expect(project.read('BLOCKER_REPORT.md')).toContain('5 calls that had led nowhere');
  });

  verifies('L1', 'a circle that was turned down may go on when something was changed', async () => {
    const project = new LoopProject();
    const look = (count: number) =>
      project.call('Read', { file_path: count % 2 === 0 ? 'a.ts' : 'b.ts' }, 'text');
    for (let count = 0; count < 6; count += 1) await look(count);
    expect(await look(6)).toMatchObject({ kind: 'deny' });
    await stateApproach(project, APPROACH);
    await project.edit('src/a.ts');
    expect(await look(7)).toMatchObject({ kind: 'pass' });
    expect(await look(8)).toMatchObject({ kind: 'pass' });
  });

  test('a change, or a word from a person, lets the call run again', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 5; count += 1) await sameGrep(project);
    expect(await sameGrep(project)).toMatchObject({ kind: 'deny' });
    await stateApproach(project, APPROACH);
    await project.edit('src/a.ts');
    expect(await sameGrep(project)).toMatchObject({ kind: 'pass' });
    for (let count = 0; count < 5; count += 1) await sameGrep(project);
    expect(await sameGrep(project)).toMatchObject({ kind: 'deny' });
    await project.prompt('run it once more');
    expect(await sameGrep(project)).toMatchObject({ kind: 'pass' });
  });

  test('unattended, a prompt comes from a script and changes nothing', async () => {
    const project = new LoopProject();
    project.env['TRIPWIRE_UNATTENDED'] = '1';
    for (let count = 0; count < 5; count += 1) await sameGrep(project);
    await project.prompt();
    expect(await sameGrep(project)).toMatchObject({ kind: 'deny' });
  });

  test('the thresholds are the manifest’s', async () => {
    const project = new LoopProject(
      manifestWith('safety:\n  soft_loop_threshold: 2\n  hard_loop_threshold: 3\n'),
    );
    await sameGrep(project);
    expect(await sameGrep(project)).toMatchObject({
      say: expect.stringContaining('ran 2 times') as string,
    });
    await sameGrep(project);
    expect(await sameGrep(project)).toMatchObject({ kind: 'deny' });
  });

  test('a subagent climbs a ladder of its own', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 5; count += 1) await sameGrep(project);
    const place = { agent: 'sub1' };
    const other = await project.call('Grep', grep, 'No matches found', { place });
    expect(other).toEqual({ kind: 'pass', say: null });
  });
});

describe('healthy work', () => {
  verifies('L2', 'edit and test, again and again', async () => {
    const project = new LoopProject();
    for (let left = 8; left > 0; left -= 1) {
      expect((await project.edit('src/a.ts')).kind).toBe('pass');
      const tests = await project.bash('npx vitest run', `Tests  ${left} failed | 3 passed`, true);
      expect(tests).toEqual({ kind: 'pass', say: null });
    }
    expect(project.has('BLOCKER_REPORT.md')).toBe(false);
    expect(project.manifest().loopDetected).toBe(false);
  });

  verifies('L2', 'five edits of one file among ten calls; strict counts them', async () => {
    const project = new LoopProject();
    const strict = new LoopProject(manifestWith('safety:\n  strict: true\n'));
    const answers = { usual: '', strict: '' };
    for (let count = 0; count < 5; count += 1) {
      for (const [name, one] of [
        ['usual', project],
        ['strict', strict],
      ] as const) {
        await one.call('Read', { file_path: `src/${count}.ts` }, `text ${count}`);
        const answer = await one.edit('src/a.ts', `v${count}`);
        answers[name] = answer.kind === 'pass' ? (answer.say ?? '') : answer.kind;
      }
    }
    expect(answers.usual).toBe('');
    expect(answers.strict).toBe('deny');
    expect(strict.logged()).toContain('HARD_LOOP/paused_for_new_approach');
    expect(await project.edit('src/a.ts')).toMatchObject({ kind: 'pass' });
    expect(strict.manifest().lastToolSignatures).toContain('Edit(file=a.ts)');
  });

  verifies('L2', 'waiting is not looping', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 15; count += 1) {
      const answer = await project.bash('gh run view 7 --json status', '{"status": "in_progress"}');
      expect(answer).toEqual({ kind: 'pass', say: null });
    }
  });

  test('a long session of varied calls', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 60; count += 1) {
      const answers = [
        await project.call('Read', { file_path: `src/${count % 9}.ts` }, `text ${count}`),
        await project.call('Grep', { pattern: `p${count % 7}` }, `${count} matches`),
        await project.bash('git status', `${count} files changed`),
      ];
      expect(answers.map(({ kind }) => kind)).toEqual(['pass', 'pass', 'pass']);
    }
    expect(
      project.logged().filter((one) => !one.startsWith('SOFT') && !one.startsWith('COMP')),
    ).toEqual([]);
  }, 30_000);
});
