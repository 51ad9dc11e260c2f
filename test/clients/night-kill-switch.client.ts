/** Real coding agents in a night with the kill switch on: a loop goes to the advisor first, a second one is held for a person. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AskedTurn, FakeAnswer, FakeScript } from '../../src/testing/index.ts';
import { runProgram, surroundings } from './client-run.ts';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { endHomeProcesses, homeProcesses } from './home-processes.ts';
import { unlessAside } from './hook-scripts.ts';
import { TRIPWIRE, type HooksLab } from './hooks-lab.ts';
import { ADVICE, nightOrder, openNight } from './night-lab.ts';

const LOOK_EVERY_MS = 50;
const QUIET_MS = 1_000;
/** The kill switch where it saw the loop, else PAUSE or the report of the hooks' rules. */
const HELD = /held: (?:kill_switch \(tripwire resume |pause|blocker)/;

/** The same again and again, in the client's own tools. */
function circling({ tried }: GuardedClient, { toolResults }: AskedTurn): FakeAnswer {
  const { circle } = tried;
  return { toolCalls: [tried.shell(circle[toolResults.length % circle.length] ?? 'ls')] };
}

async function open(guarded: GuardedClient, script: FakeScript): Promise<HooksLab> {
  const lab = await openNight(guarded, script, 'kill_switch:\n  enabled: true\n');
  onTestFinished(() => endHomeProcesses(lab.home));
  for (const room of ['attic', 'cellar', 'garden']) lab.put(`${room}.txt`, `the ${room}\n`);
  return lab;
}

describe.each(guardedClients)('$title', (guarded) => {
  test('the kill switch stops its loop, the advisor is asked, and the advice brings it to its end', async () => {
    const lab: HooksLab = await open(
      guarded,
      unlessAside((turn) => {
        if (!JSON.stringify(turn.body).includes(ADVICE)) return circling(guarded, turn);
        return existsSync(join(lab.project, 'found.txt'))
          ? { text: 'There it is.\nTASK_COMPLETE' }
          : { toolCalls: [guarded.tried.shell('echo cat > found.txt')] };
      }),
    );
    const run = await runProgram(TRIPWIRE, lab, nightOrder(guarded, lab));
    expect(run.stderr).toContain(`advised: ${ADVICE}`);
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
    // Whichever sees it first: the kill switch, or the rules of the hooks.
    expect(lab.lines('asked.txt').join('\n')).toMatch(
      /DEADLOCK TYPE: (?:KILL_SWITCH|HARD_LOOP|DUPLICATE_CHAIN): /,
    );
    expect(lab.lines('found.txt')).toEqual(['cat']);
    expect(homeProcesses(lab.home)).toEqual([]);
  });
});

test.each(guardedClients)(
  '$title: a second loop after the advice is held, and nothing moves',
  async (guarded) => {
    const lab = await open(
      guarded,
      unlessAside((turn) => circling(guarded, turn)),
    );
    const { args, env } = nightOrder(guarded, lab);
    const child = spawn(TRIPWIRE, args, {
      cwd: lab.project,
      env: { ...surroundings(lab.home), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    while (!HELD.test(said) && child.exitCode === null) await sleep(LOOK_EVERY_MS);
    expect(said).toMatch(HELD);
    expect(said.split(`advised: ${ADVICE}`)).toHaveLength(2);
    const asked = lab.asked();
    await sleep(QUIET_MS);
    expect(lab.asked()).toBe(asked);
    lab.put('.geometry/STOP', '');
    await ended;
    expect(homeProcesses(lab.home)).toEqual([]);
  },
);
