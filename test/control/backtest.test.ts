/**
 * History judged again: over the API under another envelope or constitution, on the command line with a constitution
 * from a file; always with what would be gained and lost against what happened.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Backtest } from '../../src/control/api/client.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import { asking, callOnce, loop, runningControl, type RunningControl } from './running-control.ts';

const judged = async (running: RunningControl, agent: string, body: object = {}) =>
  (await running.ask(`/api/agents/${agent}/backtest`, { method: 'POST', body })).body as Backtest;

verifies(
  'X4',
  'a stop that other settings would not have made is lost, a new one gained',
  async () => {
    const running = await runningControl({ killSwitch: { enabled: true } });
    await loop(running.gate, 'killed');
    const same = await judged(running, 'killed');
    expect(same).toMatchObject({ stops: [{ kind: 'kill_switch' }], gained: [], lost: [] });
    const healthy = { exceptions: [{ tool: 'look', is: 'healthy' }] };
    const lax = await judged(running, 'killed', healthy);
    expect(lax).toMatchObject({ stops: [], gained: [], lost: [{ kind: 'kill_switch' }] });
    expect(lax.lost[0]?.reason).toMatch(/got the same (?:result|error) each time/);
    expect(lax.summary).toContain('0 stops more, 1 fewer');

    const off = await runningControl();
    await loop(off.gate, 'passed');
    const inForce = await judged(off, 'passed');
    expect(inForce).toMatchObject({ stops: [], gained: [], lost: [] });
    const strict = await judged(off, 'passed', { enabled: true });
    expect(strict).toMatchObject({ gained: [{ kind: 'kill_switch' }], lost: [] });
    expect(strict.summary).toContain('1 stop more, 0 fewer');
  },
);

verifies('X4', 'a switch that only reports stops nobody, unless it is asked about', async () => {
  const running = await runningControl({ killSwitch: { enabled: true, shadow: true } });
  await loop(running.gate, 'watched');
  expect(await judged(running, 'watched')).toMatchObject({ stops: [], gained: [], lost: [] });
  for (const asked of [{ threshold: 6 }, { shadow: false }]) {
    expect((await judged(running, 'watched', asked)).gained).toHaveLength(1);
  }
  expect((await judged(running, 'watched', { threshold: 6, enabled: false })).stops).toEqual([]);
});

verifies('X4', 'an activation ends a stop, so the next one is another', async () => {
  const running = await runningControl({ killSwitch: { enabled: true } });
  const { gate } = running;
  await loop(gate, 'again');
  await gate.operate({ agent: 'again', action: 'activate', by: 'test', why: 'mended' });
  await loop(gate, 'again');
  expect((await judged(running, 'again')).stops).toHaveLength(2);
  const lax = await judged(running, 'again', { exceptions: [{ tool: 'look', is: 'healthy' }] });
  expect(lax.lost).toHaveLength(2);
});

verifies(
  'X4',
  'under a tighter envelope requests would have waited; healthy ones do not',
  async () => {
    const running = await runningControl();
    for (let turn = 0; turn < 4; turn += 1) await callOnce(running.gate, asking('calm'));
    expect(await judged(running, 'calm')).toMatchObject({
      constitution: 'frozen-v0.2',
      stops: [],
      waits: { were: 0, would_be: 0 },
    });
    const tight = await judged(running, 'calm', { max_tokens_per_minute: 500 });
    expect(tight.waits).toEqual({ were: 0, would_be: 2 });
    const coding = { constitution: 'coding-v1', max_tokens_per_minute: 100_000 };
    expect(await judged(running, 'calm', coding)).toMatchObject({ constitution: 'coding-v1' });
    const refused = await running.ask('/api/agents/calm/backtest', {
      method: 'POST',
      body: { max_tokens_per_minute: 100_000 },
    });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).toContain('may only be tighter');
  },
);

/** A data folder in which a looping and a failing agent left their journal. */
async function leftBehind() {
  const home = temporaryFolder('backtest');
  const data = join(home, '.tripwire');
  mkdirSync(data, { mode: 0o700 });
  const store = await openSqliteStore({ file: join(data, 'journal.db') });
  const gate = await testGate({ store, envelopeOf: () => ({ killSwitch: { enabled: true } }) });
  await loop(gate, 'looping');
  for (let turn = 0; turn < 2; turn += 1) {
    const admission = await gate.admit(asking('failing'));
    if (!admission.allowed) throw new Error('a healthy agent was refused');
    const end = { status: 'FAILED', latencyMs: 9, tokens: 10, cachedTokens: 0 } as const;
    await admission.call.finish({ ...end, response: { toolCalls: 0, outputLength: 0 } });
  }
  gate.close();
  await store.close();
  const run = (...args: string[]) => runTripwire(['backtest', ...args], '', { HOME: home });
  return { home, run };
}

verifies('X4', 'the command reads the journal, and takes a constitution from a file', async () => {
  const { home, run } = await leftBehind();
  const plain = await run();
  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(plain.stdout).toContain('looping');
  expect(plain.stdout).toContain('would have stopped the agent once');
  expect(plain.stdout).not.toContain('Compared with');
  // Of an agent with nothing to tell there is one line for all such.
  expect(plain.stdout).toMatch(
    /^1 other agent: no stops, neither at the time nor under these settings \(\d+ records judged\)\.$/m,
  );

  const file = join(home, 'strict.yaml');
  writeFileSync(file, 'name: strict\nexecutionErrorLoss: 0.25\n');
  const strict = await run('failing', '--constitution', file, '--json');
  expect(strict).toMatchObject({ code: 0, stderr: '' });
  const result = JSON.parse(strict.stdout) as Backtest;
  expect(result).toMatchObject({
    agent: 'failing',
    constitution: 'strict',
    gained: [{ kind: 'soft_suspend' }],
    lost: [],
  });
  const words = await run('looping', '--detector', 'literal', '--threshold', '50');
  expect(words.stdout).toContain('0 stops more, 1 fewer');
  expect(words.stdout).toMatch(/would not stop +\S.*kill switch/);
});

test('wrong options change nothing and say what is wrong', async () => {
  const { run } = await leftBehind();
  for (const [args, message] of [
    [['nobody'], 'there is no agent nobody'],
    [['--threshold', '99'], 'threshold must be a number from 1 to 50'],
    [['--kill-switch', 'maybe'], '--kill-switch takes on or off'],
    [['--max-tokens-per-minute', '1000001'], 'may only be tighter'],
    [['--constitution', 'unheard-of'], 'no such file; the shipped ones are frozen-v0.2'],
  ] as const) {
    const { code, stderr, stdout } = await run(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  }
});
