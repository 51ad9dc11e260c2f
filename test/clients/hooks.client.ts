/**
 * Real coding agents under the hooks that `tripwire init` installs: what is denied does not run, and the model reads why.
 */
import { describe, expect, test } from 'vitest';
import { guardedClients } from './guarded-client.ts';
import { calls, FINISHED, steps } from './hook-scripts.ts';
import { openGuardedLab, type HooksLab } from './hooks-lab.ts';

describe.each(guardedClients)('$title', (guarded) => {
  const { tried, endsAtTool } = guarded;

  test('a denied tool does not run, the model reads why, and other tools run', async () => {
    const lab = await openGuardedLab(
      guarded,
      steps(
        calls(tried.shell('echo x > before.txt')),
        calls(tried.shell('echo x > marker.txt; touch .geometry/marker')),
        calls(tried.shell('echo x > after.txt')),
      ),
    );
    const run = await lab.run();
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain(FINISHED);
    expect(['before.txt', 'after.txt'].map(lab.has)).toEqual([true, true]);
    expect(['marker.txt', '.geometry/marker'].map(lab.has)).toEqual([false, false]);
    expect(lab.sent()).toContain('belongs to Tripwire and may not be touched by tools');
    expect(lab.logged()).toEqual(['PROTECTED_PATH denied_tool']);
  });

  /** The file appears while the model thinks about its second call. */
  async function braked(name: 'STOP' | 'PAUSE'): Promise<HooksLab> {
    const lab: HooksLab = await openGuardedLab(
      guarded,
      steps(
        calls(tried.shell('echo x > before.txt')),
        calls(() => {
          lab.put(`.geometry/${name}`, '');
          return tried.shell('echo x > marker.txt');
        }),
        calls(tried.shell('echo x > marker-2.txt')),
      ),
    );
    return lab;
  }

  test('a STOP file denies the next tool and ends the session where a hook can', async () => {
    const lab = await braked('STOP');
    const run = await lab.run();
    expect(['before.txt', 'marker.txt', 'marker-2.txt'].map(lab.has)).toEqual([true, false, false]);
    expect(lab.logged()).toEqual(['MANUAL_OVERRIDE stopped_session']);
    expect(lab.asked()).toBe(endsAtTool ? 2 : 4);
    expect(run.stdout.includes(FINISHED)).toBe(!endsAtTool);
    // The next session does not begin: its prompt is refused.
    await lab.run();
    expect(lab.asked()).toBe(endsAtTool ? 2 : 4);
  });

  test('a PAUSE file denies tools and prompts until it is deleted', async () => {
    const lab = await braked('PAUSE');
    expect((await lab.run()).stdout).toContain(FINISHED);
    expect(['before.txt', 'marker.txt', 'marker-2.txt'].map(lab.has)).toEqual([true, false, false]);
    expect(lab.sent()).toContain('Paused by Tripwire: PAUSE is there');
    expect(lab.asked()).toBe(4);
    await lab.run();
    expect(lab.asked()).toBe(4);
    lab.remove('.geometry/PAUSE');
    await lab.run();
    expect(lab.asked()).toBe(5);
    expect(lab.logged()).toEqual(['MANUAL_OVERRIDE paused', 'MANUAL_OVERRIDE resumed']);
  });
});
