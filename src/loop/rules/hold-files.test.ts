/** STOP, PAUSE and the reports: seen at the next event, lifted by a person, not by the agent. */
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';
import { handleLoopEvent, releaseLoopHold, type LoopHoldKind } from '../index.ts';

const read = (project: LoopProject) => project.call('Read', { file_path: 'a.ts' });

describe('files of a person', () => {
  verifies(
    'L14',
    'STOP ends the session at the next call, and lasts until it is deleted',
    async () => {
      const project = new LoopProject();
      expect(await read(project)).toMatchObject({ kind: 'pass' });
      project.write('.geometry/STOP', '');
      expect(await read(project)).toMatchObject({ kind: 'deny', endsSession: true });
      expect(await read(project)).toMatchObject({ kind: 'deny', endsSession: true });
      project.remove('STOP');
      expect(await read(project)).toMatchObject({ kind: 'pass' });
      expect(project.logged()).toEqual([
        'MANUAL_OVERRIDE/stopped_session',
        'MANUAL_OVERRIDE/resumed',
      ]);
    },
  );

  verifies('L14', 'PAUSE turns calls and prompts down, and the stop passes', async () => {
    const project = new LoopProject();
    project.write('.geometry/PAUSE', '');
    expect(await read(project)).toMatchObject({
      kind: 'deny',
      endsSession: false,
      reason: expect.stringContaining('PAUSE') as string,
    });
    expect(await project.prompt()).toMatchObject({ kind: 'deny' });
    expect(await project.stop()).toMatchObject({ kind: 'pass' });
    project.remove('PAUSE');
    expect(await project.prompt()).toMatchObject({ kind: 'pass' });
  });

  verifies('L14', 'a report that a killed hook left behind holds as well', async () => {
    const project = new LoopProject({ '.geometry/BLOCKER_REPORT.md': '# Blocker Report' });
    expect(await read(project)).toMatchObject({ kind: 'deny' });
    expect(project.read('BLOCKER_REPORT.md')).toBe('# Blocker Report');
  });
});

describe('an agent that releases itself', () => {
  verifies(
    ['L4', 'L14'],
    'a file that goes while a call runs comes back, and only a command lifts it',
    async () => {
      const project = new LoopProject(manifestWith('safety:\n  max_iterations: 1\n'));
      const place = { session: 's2' };
      const call = { callId: 'c1', tool: 'Bash', args: { command: './innocent.sh' } };
      expect(await project.send('tool-before', call, place)).toMatchObject({ kind: 'pass' });
      await project.stop();
      const text = project.read('CHECKPOINT.md');
      project.remove('CHECKPOINT.md');
      await project.send('tool-after', { ...call, result: 'ok', isError: false }, place);
      expect(project.read('CHECKPOINT.md')).toBe(text);
      expect(project.log().at(-1)).toMatchObject({
        type: 'SELF_RELEASE',
        details: { file: 'CHECKPOINT.md', during: ['Bash'] },
        action_taken: 'restored_file',
      });
      // From now on deleting it is not enough.
      project.remove('CHECKPOINT.md');
      expect(await read(project)).toMatchObject({
        kind: 'deny',
        reason: expect.stringContaining('only a person can lift this hold') as string,
      });
      await release(project, 'checkpoint');
      expect(project.has('CHECKPOINT.md')).toBe(false);
      expect(await read(project)).toMatchObject({ kind: 'pass' });
      expect(project.log().at(-1)).toMatchObject({
        details: { by: 'anna' },
        action_taken: 'resumed',
      });
    },
  );

  test('a call that a person turned down is over with the next prompt', async () => {
    const project = new LoopProject(manifestWith('safety:\n  max_iterations: 1\n'));
    await project.send('tool-before', { callId: 'c1', tool: 'Bash', args: { command: 'ls' } });
    await project.stop();
    project.remove('CHECKPOINT.md');
    expect(await project.prompt()).toMatchObject({ kind: 'pass' });
  });

  test('releasing what does not stand is refused and changes nothing', async () => {
    const project = new LoopProject();
    await read(project);
    const before = project.read('state.json');
    await expect(release(project, 'blocker')).rejects.toThrow('no blocker hold stands');
    expect(project.read('state.json')).toBe(before);
  });
});

const release = (project: LoopProject, hold: LoopHoldKind) =>
  releaseLoopHold({
    cwd: project.folder,
    env: project.env,
    hold,
    by: 'anna',
    nowMs: project.nowMs,
  });

describe('failing closed', () => {
  test('a state that cannot be read turns calls down and lets the agent stop', async () => {
    const project = new LoopProject({ '.geometry/state.json': '{"v":1,"holds":' });
    expect(await read(project)).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('state.json cannot be used') as string,
    });
    expect(await project.stop()).toMatchObject({
      kind: 'undecided',
      problem: expect.stringContaining('state.json') as string,
    });
    expect(project.has('MANIFEST.yaml')).toBe(false);
  });

  test('a state folder that is none turns calls down', async () => {
    const project = new LoopProject();
    rmSync(project.path(''), { recursive: true });
    writeFileSync(project.path('').replace(/\/$/, ''), 'a file');
    expect(await read(project)).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('not a folder') as string,
    });
  });

  test('without a folder the defaults hold, in a folder at the root of the repository', async () => {
    const project = new LoopProject({ '.git/HEAD': '', 'src/deep/a.ts': '' });
    rmSync(project.path(''), { recursive: true });
    const event = {
      kind: 'tool-before',
      session: 's',
      agent: null,
      atMs: 0,
      cwd: `${project.folder}/src/deep`,
      transcript: null,
      callId: null,
      tool: 'Read',
      args: { file_path: 'a.ts' },
    } as const;
    expect(await handleLoopEvent({ event, env: project.env, nowMs: 1 })).toEqual({
      kind: 'pass',
      say: null,
    });
    expect(project.manifest().maxIterations).toBe(100);
    expect(project.read('.gitignore')).toBe('*\n');
  });

  test('TRIPWIRE_DIR chooses another folder', async () => {
    const project = new LoopProject();
    project.env['TRIPWIRE_DIR'] = 'elsewhere';
    project.write('elsewhere/PAUSE', '');
    expect(await read(project)).toMatchObject({ kind: 'deny' });
  });
});
