/** Hooks with a gate that lives on, as in a server: its journal keeps what the project's folder may lose. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decideWithGate } from '../../src/hooks/index.ts';
import { replayJournal } from '../../src/journal/replay.ts';
import { releaseLoopHold } from '../../src/loop/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { faultyStore } from '../../src/testing/index.ts';
import { testGate } from '../kit/test-gate.ts';
import { HookedProject } from './hooked-project.ts';

const AGENT = 'coder';

async function served(registration: 'open' | 'closed' = 'open') {
  const faulty = faultyStore(createMemoryStore());
  const gate = await testGate({ store: faulty.store, registration });
  const project = new HookedProject(decideWithGate(gate, AGENT));
  return { gate, faulty, project, store: faulty.store };
}

const CAPPED = 'safety:\n  max_iterations: 1\n';

test('an agent that takes the whole folder away is still held, and a command lets it go on', async () => {
  const { gate, project, store } = await served();
  project.write('.geometry/MANIFEST.yaml', CAPPED);
  await project.stop();
  expect(await gate.standing(AGENT, 's1')).toMatchObject({ kind: 'checkpoint' });
  rmSync(project.state, { recursive: true });
  const heard = await project.prompt();
  expect(heard).toMatchObject({ isDenied: true });
  expect(heard.text).toContain('iteration cap');
  const report = join(project.state, 'CHECKPOINT.md');
  rmSync(report);
  expect(await project.prompt()).toMatchObject({ isDenied: true });
  expect(existsSync(report)).toBe(true);
  const act = { cwd: project.folder, env: project.env, by: 'ada', nowMs: Date.now() };
  await releaseLoopHold({ ...act, hold: 'checkpoint' });
  // The gate hears of it with the next event.
  expect(await gate.standing(AGENT, 's1')).toMatchObject({ kind: 'checkpoint' });
  expect(await project.prompt()).toMatchObject({ isDenied: false });
  expect(await gate.standing(AGENT, 's1')).toBeNull();
  expect(await replayJournal(store, AGENT)).toMatchObject({ parity: true });
});

test('what another project of the same agent holds stays held', async () => {
  const { gate, project } = await served();
  const other = new HookedProject(decideWithGate(gate, AGENT));
  for (const one of [project, other]) one.write('.geometry/PAUSE', '');
  await project.prompt();
  await other.prompt({ session_id: 's2' });
  rmSync(join(project.state, 'PAUSE'));
  expect(await project.prompt()).toMatchObject({ isDenied: false });
  expect(await gate.standing(AGENT, 's2')).toMatchObject({ kind: 'checkpoint' });
});

describe('a gate that cannot record', () => {
  test('refuses tools and prompts, lets a stop pass, and goes on when it can', async () => {
    const { faulty, project } = await served();
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: false });
    writeFileSync(join(project.state, 'PAUSE'), '');
    faulty.fault = 'refuses';
    const heard = await project.prompt();
    expect(heard).toMatchObject({ isDenied: true });
    const stopped = await project.stop();
    expect(stopped).toMatchObject({ isDenied: false });
    faulty.fault = null;
    // The hold was in force all the time, and is recorded now.
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    rmSync(join(project.state, 'PAUSE'));
    expect(await project.call('ls -a', 'a')).toMatchObject({ isDenied: false });
  });

  test('a call that is turned down for it does not count as running', async () => {
    const { faulty, project } = await served();
    project.write('.geometry/PAUSE', '');
    await project.prompt();
    rmSync(join(project.state, 'PAUSE'));
    await project.prompt();
    faulty.fault = 'refuses';
    // Something has to be recorded for this one: a person's brake is gone again.
    project.write('.geometry/PAUSE', '');
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: true });
    faulty.fault = null;
    rmSync(join(project.state, 'PAUSE'));
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: false });
  });
});

test('an agent that nobody registered is refused, and leaves no record', async () => {
  const { project, store } = await served('closed');
  const heard = await project.call('ls', 'a');
  expect(heard).toMatchObject({ isDenied: true });
  expect(heard.text).toContain('registration is closed');
  expect(await store.heads()).toEqual([]);
});

test('a stop of everybody reaches the hooks, and only while it stands', async () => {
  const { gate, project } = await served();
  await gate.stopAll('ada', 'fire drill');
  const heard = await project.call('ls', 'a', { agent_id: 'sub', agent_type: 'explorer' });
  expect(heard).toMatchObject({ isDenied: true, endsSession: true });
  expect(heard.text).toContain('fire drill');
  await gate.resumeAll('ada', 'over');
  expect(await project.call('ls', 'a')).toMatchObject({ isDenied: false });
});
