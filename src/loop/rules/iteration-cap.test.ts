/** The iteration cap: turns are counted, at the limit a person decides. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';

describe('the iteration cap', () => {
  verifies('L6', 'at the cap a checkpoint in the given format, and nothing goes on', async () => {
    const project = new LoopProject(
      manifestWith('safety:\n  iteration_count: 99\nphase: P\ntask: P.2.2\n'),
    );
    await project.edit('src/a.ts');
    await project.bash('npm test', 'Tests  1 failed', true);
    await project.bash('npm test', 'Tests  7 passed');
    const end = await project.stop();
    expect(end).toMatchObject({ say: expect.stringContaining('100/100') as string });
    expect(project.read('CHECKPOINT.md')).toBe(`# Checkpoint - 2026-02-28T15:30:07.000Z

## Reason
Reached iteration cap: 100/100

## Current State
- Phase: P
- Task: P.2.2
- Last action: Bash: npm test

## Progress Summary
- Files modified: 1
- Tests run: 2
- Tests passing: 1

## To Continue
Delete this file to resume: rm .geometry/CHECKPOINT.md
`);
    expect(await project.prompt()).toMatchObject({ kind: 'deny' });
    expect(await project.edit('src/a.ts')).toMatchObject({ kind: 'deny', endsSession: false });
    expect(project.logged()).toEqual(['ITERATION_CAP/created_checkpoint']);
    project.remove('CHECKPOINT.md');
    expect(await project.edit('src/a.ts')).toMatchObject({ kind: 'pass' });
    expect(project.manifest().iterationCount).toBe(0);
  });

  verifies('L6', 'below the cap turns are counted and nothing else happens', async () => {
    const project = new LoopProject(manifestWith('safety:\n  iteration_count: 98\n'));
    expect(await project.stop()).toEqual({ kind: 'pass', say: null });
    expect(project.manifest().iterationCount).toBe(99);
    expect(project.has('CHECKPOINT.md')).toBe(false);
  });

  test('a subagent’s end is no turn; a new session begins at nothing, a second one beside it does not', async () => {
    const project = new LoopProject();
    await project.stop();
    await project.send('subagent-stop', { isStopHookActive: false }, { agent: 'a1' });
    expect(project.manifest().iterationCount).toBe(1);
    const start = { source: 'startup', model: null };
    await project.send('session-start', start, { session: 's2' });
    expect(project.manifest().iterationCount).toBe(1);
    project.nowMs += 3_600_000;
    await project.send('session-start', start, { session: 's3' });
    expect(project.manifest().iterationCount).toBe(0);
  });
});
