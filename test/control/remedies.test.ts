/**
 * What lifts a hold, asked at every place that tells people: refusals, the API, commands, incidents, alerts, the
 * dashboard and a night's report. They must agree, and what they say must work.
 */
import { describe, expect, test, vi } from 'vitest';
import { heldBy, remedyText } from '../../src/cli/agents/standing-text.ts';
import { heldInGate } from '../../src/cli/run/night-gate.ts';
import {
  ApiClient,
  type Agent,
  type Incident,
  type IncidentSummary,
} from '../../src/control/api/client.ts';
import { remedyForModel } from '../../src/core/holds/remedy.ts';
import type { GateRefusal, HoldKind } from '../../src/core/index.ts';
import { stateOf } from '../../web/src/agent-state.ts';
import { failUntil, person, raise } from './held-agent.ts';
import { startReceiver } from './receiver.ts';
import { asking, callOnce, runningControl, TOKEN } from './running-control.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Expected {
  readonly command: string | null;
  /** The act of the button on the dashboard. */
  readonly button: string | null;
}
const expected: Readonly<Partial<Record<HoldKind, Expected>>> = {
  manual: { command: 'tripwire resume bo', button: 'activate' },
  kill_switch: { command: 'tripwire resume bo', button: 'activate' },
  paused: { command: 'tripwire resume bo', button: 'resume' },
  soft_suspend: { command: 'tripwire resume bo', button: 'resume' },
  parked: { command: 'tripwire resume bo', button: 'resume' },
  hard_stop: { command: 'tripwire resume bo --restart', button: 'restart' },
  stop_all: { command: 'tripwire resume-all', button: 'resume-all' },
  checkpoint: { command: 'tripwire release', button: null },
  blocker: { command: 'tripwire release', button: null },
};

describe.each(Object.entries(expected))('%s', (kind, { command, button }) => {
  const hold = kind as HoldKind;

  test('refusal, API, command line, incident, dashboard and report name one remedy, and it works', async () => {
    const running = await runningControl();
    const { gate, ask } = running;
    await callOnce(gate, asking('bo'));
    await raise(running, hold, 'bo');

    const refusal = (await gate.standing('bo')) as GateRefusal;
    expect(refusal.kind).toBe(hold);
    expect(refusal.remedy).toContain(command);
    expect(refusal.remedy).toMatch(/^A person has to /);
    expect(remedyForModel(refusal)).not.toContain(command);

    const agent = (await ask('/api/agents/bo')).body as Agent;
    expect(stateOf(agent).release).toBe(button);
    const [held] = heldBy(agent, null);
    expect(held === undefined ? '' : remedyText(held)).toContain(command);
    const client = new ApiClient({ url: running.control.url, token: TOKEN });
    const [inReport] = await heldInGate(client, { agent: 'bo', night: 'n', heldBefore: new Set() });
    if (hold !== 'checkpoint' && hold !== 'blocker') expect(inReport?.name).toContain(command);

    const summaries = (await ask('/api/incidents?state=open')).body as IncidentSummary[];
    const summary = summaries.find((one) => one.kind === hold);
    const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}`;
    const incident = (await ask(path)).body as Incident;
    expect(incident.remedy).toContain(command);
    expect(incident.remedy_action).toBe(button);

    if (button === null) return;
    const [, ...typed] = (command ?? '').split(' ');
    expect((await person(running, typed)).code).toBe(0);
    expect(await gate.standing('bo')).toBeNull();
  });
});

test('an alert names the command that lifts the hold, and the session it is about', async () => {
  const running = await runningControl();
  const receiver = await startReceiver();
  const target = { kind: 'webhook', url: `${receiver.url}/in` };
  const body = { name: 'hook', allow_private: true, target };
  await running.ask('/api/alert-channels', { method: 'POST', body });
  await callOnce(running.gate, asking('bo'));
  await raise(running, 'hard_stop', 'bo');
  await running.gate.signal({
    agent: 'al',
    session: 's1',
    source: 'detector',
    change: 'raise',
    hold: 'kill_switch',
    details: 'it loops',
  });
  await vi.waitFor(
    () => {
      const told = receiver.received.map(({ body: text }) => text).join('\n');
      expect(told).toContain('restart it: tripwire resume bo --restart"');
      expect(told).toContain('resume it: tripwire resume al --session s1"');
    },
    { timeout: 60_000 },
  );
});

test('with two holds the stronger is named first, with what lifts both', async () => {
  const running = await runningControl();
  await callOnce(running.gate, asking('bo'));
  await failUntil(running, 'bo', 'soft_suspend');
  await running.gate.operate({ agent: 'bo', action: 'pause', by: 'ada', why: 'lunch' });
  const suspended = await running.gate.standing('bo');
  expect(suspended).toMatchObject({ kind: 'soft_suspend' });
  expect(suspended?.reason).toMatch(/^Suspended after .*; also Paused by ada: lunch \(since /);
  await running.gate.operate({ agent: 'bo', action: 'resume', by: 'ada', why: 'again' });
  await failUntil(running, 'bo', 'hard_stop');
  await running.gate.operate({ agent: 'bo', action: 'pause', by: 'ada', why: 'lunch' });
  expect(await running.gate.standing('bo')).toMatchObject({
    kind: 'hard_stop',
    remedy: 'A person has to restart it: tripwire resume bo --restart',
  });
  const shown = await person(running, ['status', 'bo']);
  expect(shown.stdout).toMatch(
    /why +Stopped after [^]*until a person restarts it[^]*--restart[^]*why +Paused/,
  );
});
