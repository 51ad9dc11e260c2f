/** Hooks without a server: what they decide stands in the project's own journal, and what stands there binds them. */
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { readJournal } from '../kit/project-journal.ts';
import { HookedProject } from './hooked-project.ts';

const CAPPED = 'safety:\n  max_iterations: 1\n';
const kindsOf = (events: readonly { readonly eventType: string; readonly reason: string }[]) =>
  events.map(({ eventType, reason }) => `${eventType} ${reason.split(/[ :]/)[0]}`);

describe('what the rules do is recorded before it is answered', () => {
  test('a loop: noted at SOFT and HARD, a blocker in the journal at INFINITE', async () => {
    const project = new HookedProject();
    let heard = await project.call('make', 'failed');
    for (let call = 0; call < 12 && !heard.endsSession; call += 1) {
      heard = await project.call('make', 'failed');
    }
    expect(heard).toMatchObject({ isDenied: true, endsSession: true });
    const { events, replay, isChained } = await readJournal(project.state);
    const kinds = kindsOf(events);
    expect(kinds).toContain('note SOFT_LOOP');
    expect(kinds).toContain('note HARD_LOOP');
    expect(kinds).toContain('hold blocker');
    expect(replay).toMatchObject({ parity: true });
    expect(isChained).toBe(true);
    expect(await project.withGate((gate) => gate.holds('claude', 's1'))).toMatchObject([
      { hold: 'blocker', by: 'loop', level: 'session' },
    ]);
  });

  test('a checkpoint is raised at the cap, and lifted when a person deletes it', async () => {
    const project = new HookedProject();
    project.write('.geometry/MANIFEST.yaml', CAPPED);
    await project.stop();
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    expect(await project.prompt({ session_id: 's2' })).toMatchObject({ isDenied: true });
    rmSync(join(project.state, 'CHECKPOINT.md'));
    // The other session speaks first; the lifting reaches both.
    expect(await project.prompt({ session_id: 's2' })).toMatchObject({ isDenied: false });
    const holds = await project.withGate(async (gate) => [
      ...(await gate.holds('claude', 's1')),
      ...(await gate.holds('claude', 's2')),
    ]);
    expect(holds).toEqual([]);
    const { events } = await readJournal(project.state);
    expect(kindsOf(events).filter((one) => one.endsWith('checkpoint'))).toEqual([
      'hold checkpoint',
      'hold checkpoint',
      'release checkpoint',
      'release checkpoint',
    ]);
  });

  test('PAUSE and a checkpoint are one hold there: the first to go lifts nothing', async () => {
    const project = new HookedProject();
    project.write('.geometry/MANIFEST.yaml', CAPPED);
    await project.stop();
    project.write('.geometry/PAUSE', '');
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    rmSync(join(project.state, 'PAUSE'));
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    const holds = await project.withGate((gate) => gate.holds('claude', 's1'));
    expect(holds).toMatchObject([{ hold: 'checkpoint' }]);
  });

  test('healthy work passes, each call seen once, and no text of it is kept', async () => {
    const project = new HookedProject();
    for (let call = 0; call < 5; call += 1) {
      const heard = await project.call(`cat file-${call}.txt`, `the words of file ${call}`);
      expect(heard).toMatchObject({ isDenied: false, text: '' });
    }
    expect(await project.stop()).toMatchObject({ isDenied: false });
    const { records } = await readJournal(project.state);
    expect(records.filter(({ type }) => type !== 'operator')).toHaveLength(5);
    expect(JSON.stringify(records)).not.toContain('the words of file');
  });

  test('a secret in a command does not reach the journal', async () => {
    const project = new HookedProject();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    for (let call = 0; call < 6; call += 1) await project.call(`curl -H ${token} x`, 'failed');
    const { events, records } = await readJournal(project.state);
    expect(kindsOf(events)).toContain('note HARD_LOOP');
    expect(JSON.stringify([events, records])).not.toContain(token);
  });
});

describe('what stands in the journal binds the hooks', () => {
  test('a stop by a person denies with its words, until it is released', async () => {
    const project = new HookedProject();
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: false });
    const stop = { action: 'deactivate', by: 'ada', why: 'looking at it' } as const;
    await project.withGate((gate) => gate.operate({ agent: 'claude', ...stop }));
    const heard = await project.call('ls -a', 'a');
    expect(heard).toMatchObject({ isDenied: true, endsSession: true });
    expect(heard.text).toContain('looking at it');
    expect(heard.text).toContain('Only a person can lift this');
    expect(heard.text).not.toContain('tripwire release');
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    expect(await project.stop()).toMatchObject({ isDenied: false });
    const words = ['release', '--yes', '--project', project.folder];
    const { code, stdout } = await runOnTerminal(words, '', { HOME: project.home });
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Lifted: Stopped by ada: looking at it') as string,
    });
    expect(await project.call('ls -l', 'a')).toMatchObject({ isDenied: false });
  });

  test('a stop of one session leaves the other one alone', async () => {
    const project = new HookedProject();
    const act = {
      agent: 'claude',
      session: 's1',
      action: 'pause',
      by: 'ada',
      why: 'x',
    } as const;
    await project.withGate((gate) => gate.operate(act));
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: true, endsSession: false });
    const other = await project.call('ls', 'a', { session_id: 's2' });
    expect(other).toMatchObject({ isDenied: false });
  });

  test('the kill switch of tripwire.yaml stops a loop; a broken file refuses with its message', async () => {
    const project = new HookedProject();
    const settings = join(project.home, '.tripwire/tripwire.yaml');
    // Known before the file was written: what it says reaches the agent all the same.
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: false });
    project.write(settings, 'kill_switch:\n  enabled: true\n  threshold: 2\n');
    let heard = await project.call('make', 'failed');
    for (let call = 0; call < 5 && !heard.endsSession; call += 1) {
      heard = await project.call('make', 'failed');
    }
    expect(heard.endsSession).toBe(true);
    expect(heard.text).toMatch(/got the same (?:result|error) each time/);
    project.write(settings, 'kill_swich: true\n');
    const broken = await project.call('ls', 'a', { session_id: 's2' });
    expect(broken).toMatchObject({ isDenied: true });
    expect(broken.text).toContain('kill_swich');
    rmSync(settings);
    expect(await project.call('ls', 'a', { session_id: 's2' })).toMatchObject({ isDenied: false });
  });
});

describe('where files and journal do not agree', () => {
  const blocked = { agent: 'claude', session: 's1', source: 'loop', hold: 'blocker' } as const;

  test('a hold that a killed hook could not give a file gets it, and is lifted with it', async () => {
    const project = new HookedProject();
    await project.call('ls', 'a');
    await project.withGate((gate) =>
      gate.signal({ ...blocked, change: 'raise', details: 'it loops' }),
    );
    const heard = await project.call('ls -a', 'a');
    expect(heard).toMatchObject({ isDenied: true });
    expect(heard.text).toContain('it loops');
    const report = join(project.state, 'BLOCKER_REPORT.md');
    expect(existsSync(report)).toBe(true);
    rmSync(report);
    expect(await project.prompt()).toMatchObject({ isDenied: false });
    expect(await project.withGate((gate) => gate.holds('claude', 's1'))).toEqual([]);
  });

  test('where nothing is remembered, deleting the file is not enough', async () => {
    const project = new HookedProject();
    await project.withGate((gate) =>
      gate.signal({ ...blocked, change: 'raise', details: 'it loops' }),
    );
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    rmSync(join(project.state, 'BLOCKER_REPORT.md'));
    const heard = await project.prompt();
    expect(heard).toMatchObject({ isDenied: true });
    expect(heard.text).toContain('only a person can lift this hold now');
    expect(heard.text).not.toContain('tripwire release');
    const env = { HOME: project.home };
    const words = ['release', 'blocker', '--yes', '--project', project.folder];
    const { code } = await runOnTerminal(words, '', env);
    expect(code).toBe(0);
    expect(await project.prompt()).toMatchObject({ isDenied: false });
  });

  test('a hold whose journal is gone is recorded in the new one', async () => {
    const project = new HookedProject();
    project.write('.geometry/MANIFEST.yaml', CAPPED);
    await project.stop();
    rmSync(join(project.state, 'journal.db'));
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    const holds = await project.withGate((gate) => gate.holds('claude', 's1'));
    expect(holds).toMatchObject([{ hold: 'checkpoint' }]);
  });

  test('a journal that cannot be used refuses tools and prompts, and lets a stop pass', async () => {
    const project = new HookedProject();
    project.write('.geometry/journal.db', 'no database, but long enough to be looked at as one');
    const heard = await project.call('ls', 'a');
    expect(heard).toMatchObject({ isDenied: true });
    expect(heard.text).toContain('it is not a database');
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    expect(await project.stop()).toMatchObject({ isDenied: false });
  });
});

describe('tripwire release', () => {
  test('opens no journal that a link leads to, and says what stands there in its place', async () => {
    const other = new HookedProject();
    await other.call('ls', 'a');
    const project = new HookedProject();
    project.write('.geometry/STOP', '');
    symlinkSync(
      join(other.folder, '.geometry/journal.db'),
      join(project.folder, '.geometry/journal.db'),
    );
    const release = () =>
      runOnTerminal(['release', '--yes', '--project', project.folder], '', { HOME: project.home });
    expect(await release()).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/journal\.db must be a plain file, and is none\s*$/) as string,
    });
    expect(await project.call('ls', 'a')).toMatchObject({ isDenied: true });
    rmSync(join(project.folder, '.geometry/journal.db'));
    symlinkSync('/etc/hostname', join(project.folder, '.geometry/state.json'));
    expect(await release()).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/state\.json is a link, and must be a file\s*$/) as string,
    });
  });

  test('says what it lifted, and refuses clearly when nothing stands', async () => {
    const project = new HookedProject();
    const release = (...args: string[]) =>
      runOnTerminal(['release', ...args, '--yes', '--project', project.folder], '', {
        HOME: project.home,
      });
    expect(await release()).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('nothing is held') as string,
    });
    project.write('.geometry/PAUSE', '');
    expect(await project.prompt()).toMatchObject({ isDenied: true });
    expect(await release('stop')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('there is no stop in ') as string,
    });
    expect(await release('brake')).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('there is no hold brake') as string,
    });
    const lifted = await release();
    expect(lifted).toMatchObject({ code: 0, stderr: '' });
    expect(lifted.stdout.match(/^Lifted: .*/gm)).toEqual(['Lifted: pause: PAUSE is there']);
    expect(await project.prompt()).toMatchObject({ isDenied: false });
    expect(await project.withGate((gate) => gate.holds('claude', 's1'))).toEqual([]);
  });
});
