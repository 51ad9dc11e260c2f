/**
 * The title of a stop: one sentence, the same on the page (API), in an alert, in `explain`, in a refusal and in a night's
 * report, for every kind of hold.
 */
import { describe, expect, test, vi } from 'vitest';
import { heldInGate } from '../../src/cli/run/night-gate.ts';
import { ApiClient, type Agent, type IncidentSummary } from '../../src/control/api/client.ts';
import type { HoldKind } from '../../src/core/index.ts';
import { person, raise } from './held-agent.ts';
import { startReceiver } from './receiver.ts';
import { asking, callOnce, runningControl, TOKEN, type RunningControl } from './running-control.ts';

vi.setConfig({ testTimeout: 120_000 });

const RAW_TIME = /\b1[67]\d{11}\b/;

/** All places that tell of the agent's stop, each in its own words. */
async function places(running: RunningControl, agent: string) {
  const { gate, ask } = running;
  const view = (await ask(`/api/agents/${agent}`)).body as Agent;
  const [held] = [...view.holds, ...view.sessions.flatMap(({ holds }) => holds)];
  const summaries = (await ask('/api/incidents?state=open')).body as IncidentSummary[];
  const session = view.sessions[0]?.id;
  const client = new ApiClient({ url: running.control.url, token: TOKEN });
  const [report] = await heldInGate(client, { agent, night: 'n', heldBefore: new Set() });
  const overview = (await ask('/api/overview')).body as { readonly needs: { what: string }[] };
  return {
    view: held?.title ?? '',
    incident: summaries.find(({ kind }) => kind === held?.hold)?.title ?? '',
    needs: overview.needs.map(({ what }) => what).join('\n'),
    explain: (await person(running, ['explain', agent])).stdout,
    status: (await person(running, ['status', agent])).stdout,
    refusal: (await gate.standing(agent, session))?.reason ?? '',
    report: report?.why ?? '',
  };
}

async function withReceiver(running: RunningControl) {
  const receiver = await startReceiver();
  const target = { kind: 'webhook', url: `${receiver.url}/in` };
  const body = { name: 'hook', allow_private: true, target };
  expect((await running.ask('/api/alert-channels', { method: 'POST', body })).status).toBe(201);
  return receiver;
}

const LONG = `${'a reason that is much longer than the state keeps, '.repeat(4)}told to the end`;

const titles: Readonly<Partial<Record<HoldKind, RegExp>>> = {
  manual: /^Stopped by ada: a test$/,
  kill_switch: /^it loops$/,
  paused: /^Paused by ada: a test$/,
  stop_all: /^All agents stopped by ada: a test$/,
  soft_suspend: /^Suspended after .* \(health 0\.\d+, limit 0\.6\)$/,
  hard_stop: /^Stopped after .*, until a person restarts it \(health 0\.\d+, limit 0\.3\)$/,
  checkpoint: /^Waiting for a review: a test$/,
  blocker: /^Blocked: a test$/,
};
/** Those that have a rule for alerts. */
const told: readonly string[] = ['kill_switch', 'soft_suspend', 'hard_stop', 'stop_all'];

describe.each(Object.entries(titles))('%s', (kind, title) => {
  test('has one title at every place', async () => {
    const running = await runningControl();
    const receiver = await withReceiver(running);
    await callOnce(running.gate, asking('bo'));
    await raise(running, kind as HoldKind, 'bo');
    const at = await places(running, 'bo');
    expect(at.view).toMatch(title);
    expect(at.incident).toBe(at.view);
    expect(at.needs).toContain(at.view);
    expect(at.explain).toContain(kind === 'stop_all' ? 'bo: ' : `\n  ${at.view}\n`);
    expect(at.status).toContain(at.view);
    expect(at.refusal.startsWith(at.view)).toBe(true);
    if (kind !== 'checkpoint' && kind !== 'blocker') expect(at.report).toBe(at.view);
    if (told.includes(kind)) {
      await vi.waitFor(
        () => {
          const bodies = receiver.received.map(({ body }) => JSON.parse(body) as unknown);
          expect(JSON.stringify(bodies)).toContain(`${JSON.stringify(at.view).slice(1, -1)}.`);
        },
        { timeout: 30_000 },
      );
    }
    for (const words of Object.values(at)) expect(words).not.toMatch(RAW_TIME);
  });
});

describe('a loop', () => {
  const ran = {
    agent: 'coder',
    session: 's1',
    tool: 'Bash',
    args: { command: 'npm test', description: 'once more' },
    result: '> app@1.0.0 test\n> vitest run\n\nFAIL test/login.test.ts\n1 failed, 41 passed',
    isError: true,
  } as const;

  async function runTests({ gate }: RunningControl) {
    for (let turn = 0; turn < 20; turn += 1) {
      if ((await gate.tool({ ...ran, callId: `c${turn}` })) !== null) return;
    }
    throw new Error('it was never stopped');
  }

  test('is named by its command, its number, its time and what came back', async () => {
    const running = await runningControl({ killSwitch: { enabled: true }, capture: 'on-stop' });
    const receiver = await withReceiver(running);
    await runTests(running);
    const at = await places(running, 'coder');
    expect(at.view).toMatch(
      /^Ran `npm test` \d times in (?:\d+ s|less than a second); same failure each time \(FAIL test\/login\.test\.ts\)$/,
    );
    expect(at.incident).toBe(at.view);
    expect(at.explain).toContain(`\n  ${at.view}\n`);
    // Results of the same millisecond are those of one answer, so another rule may come first.
    const rule = /\((no-progress: score |stubborn-failure\b)/.exec(at.explain)?.[1];
    expect(rule).toBeDefined();
    expect(at.refusal.startsWith(`${at.view}. (${rule}`)).toBe(true);
    expect(at.report).toBe(at.view);
    const [alert] = await receiver.until(1);
    expect(alert?.body).toContain(at.view);
  });

  test('without kept texts is named by its tool', async () => {
    const running = await runningControl({ killSwitch: { enabled: true }, capture: 'none' });
    await runTests(running);
    const at = await places(running, 'coder');
    expect(at.view).toMatch(/^Called `Bash` \d times and got the same error each time$/);
    expect(at.incident).toBe(at.view);
  });

  test('keeps its title over a restart', async () => {
    const running = await runningControl({ killSwitch: { enabled: true }, capture: 'on-stop' });
    await runTests(running);
    const before = await places(running, 'coder');
    await vi.waitFor(async () => expect(await running.store.evidence('coder', 1)).toHaveLength(1));
    const again = await runningControl({ store: running.store });
    const view = (await again.ask('/api/agents/coder')).body as Agent;
    expect(view.sessions[0]?.holds[0]?.title).toBe(before.view);
    expect((await again.gate.standing('coder', 's1'))?.reason).toBe(before.refusal);
  });
});

test('a long reason of a person is told whole', async () => {
  const running = await runningControl();
  await callOnce(running.gate, asking('bo'));
  await running.gate.operate({ agent: 'bo', action: 'deactivate', by: 'ada', why: LONG });
  const { needs, status, report, ...at } = await places(running, 'bo');
  for (const words of [...Object.values(at), needs, status, report]) {
    expect(words.replaceAll(/\s+/g, ' ')).toContain('told to the end');
  }
});

test('a wait has a title without raw times, in `explain` and in the refusal', async () => {
  const running = await runningControl();
  const { gate } = running;
  await callOnce(gate, asking('bo'), { tokens: 60_000 });
  const { stdout } = await person(running, ['explain', 'bo']);
  expect(stdout).toMatch(
    / {2}Needs 60,000 tokens within a minute; the budget is 50,000; waiting until \d{4}-/,
  );
  expect(stdout).not.toMatch(RAW_TIME);
  const refused = await gate.admit(asking('bo'));
  const reason = refused.allowed ? '' : refused.refusal.reason;
  expect(reason).toMatch(/^Needs 60,\d{3} tokens within a minute; the budget is 50,000\. \(/);
  expect(reason).not.toMatch(RAW_TIME);
});
