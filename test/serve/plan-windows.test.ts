/**
 * Subscriptions: what providers report of their windows is shown, and parks an agent only where a person said so.
 *
 * No subscription can be reached from here. The headers are those that public recordings of real answers show.
 */
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const SECOND_MS = 1_000;
const HOUR_S = 3_600;

interface View {
  readonly plan: {
    readonly windows: readonly {
      readonly name: string;
      readonly used_percent: number | null;
      readonly counts: boolean;
    }[];
  } | null;
  readonly holds: readonly {
    readonly hold: string;
    readonly until?: number;
    readonly why: string;
  }[];
}

type Headers = Readonly<Record<string, string>>;
const inSeconds = (seconds: number) => String(Math.floor(Date.now() / SECOND_MS) + seconds);

function unified(fiveHours: number, week: number, more: Headers = {}): Headers {
  return {
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-status': 'allowed',
    'anthropic-ratelimit-unified-5h-reset': inSeconds(2 * HOUR_S),
    'anthropic-ratelimit-unified-5h-utilization': String(fiveHours),
    'anthropic-ratelimit-unified-7d-status': 'allowed',
    'anthropic-ratelimit-unified-7d-reset': inSeconds(90 * HOUR_S),
    'anthropic-ratelimit-unified-7d-utilization': String(week),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    ...more,
  };
}

let asked = 0;

async function ask({ server }: WholeServer, says: string, agent = 'sam'): Promise<string> {
  asked += 1;
  const answer = await fetch(`${server.url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: `${says} (${asked})` }],
    }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** Waits until the last answer's figures were recorded. */
async function shown(at: WholeServer, usedPercent: number, agent = 'sam'): Promise<View> {
  return vi.waitFor(
    async () => {
      const view = await at.api<View>(`/api/agents/${agent}`);
      const shares = view.plan?.windows.map((one) => one.used_percent) ?? [];
      expect(shares).toContain(usedPercent);
      return view;
    },
    { timeout: 30_000 },
  );
}

const answering =
  (headers: () => Headers): FakeScript =>
  ({ lastUserText }) =>
    lastUserText.includes('save')
      ? {
          toolCalls: [{ name: 'Bash', args: { command: 'git commit -am saved' } }],
          headers: headers(),
        }
      : { text: `You said: ${lastUserText}`, headers: headers() };

verifies(
  'X17',
  'a window of a month parks until its end, and nothing is looked at meanwhile',
  async () => {
    const warnings: string[] = [];
    const heard = ({ name }: Error) => void warnings.push(name);
    process.on('warning', heard);
    onTestFinished(() => void process.off('warning', heard));
    const month = () =>
      unified(0.2, 0.99, {
        'anthropic-ratelimit-unified-7d-reset': inSeconds(30 * 24 * HOUR_S),
        'anthropic-ratelimit-unified-representative-claim': 'seven_day',
      });
    const at = await wholeServer({ script: answering(month), yaml: 'plan: { reserve: 5 }\n' });
    expect(await ask(at, 'hello')).toMatch(/^200/);
    await shown(at, 99);
    expect(await ask(at, 'hello')).toMatch(/^402/);
    expect(warnings).not.toContain('TimeoutOverflowWarning');
  },
);

verifies(
  'X17',
  'the windows are shown, and without a setting the fullest stops nothing',
  async () => {
    const at = await wholeServer({ script: answering(() => unified(0.99, 1.02)) });
    for (const says of ['one', 'two', 'three']) expect(await ask(at, says)).toMatch(/^200/);
    const view = await shown(at, 99);
    expect(view.plan?.windows).toMatchObject([
      { name: 'five_hour', used_percent: 99, counts: true },
      { name: 'seven_day', used_percent: 102, counts: false },
    ]);
    expect(view.holds).toEqual([]);
  },
);

describe('where a person configured it', () => {
  const yaml =
    'plan: { warn: 80, wind_down: 95, reserve: 2 }\nwind_down: { calls: 2, seconds: 600 }\n';

  verifies(
    'X17',
    'at wind_down only saving passes, and the agent is parked until the reset',
    async () => {
      let share = 0.4;
      const at = await wholeServer({ script: answering(() => unified(share, 0.99)), yaml });
      expect(await ask(at, 'one')).toMatch(/^200/);
      expect((await shown(at, 40)).holds).toEqual([]);
      share = 0.96;
      expect(await ask(at, 'two')).toMatch(/^200/);
      const [held] = (await shown(at, 96)).holds;
      expect(held).toMatchObject({ hold: 'parked' });
      expect(held?.why).toContain('96 % of the five_hour window is used');
      const left = (held?.until ?? 0) - Date.now();
      expect(left / SECOND_MS / HOUR_S).toBeGreaterThan(1.9);
      expect(left / SECOND_MS / HOUR_S).toBeLessThan(2.1);
      expect(await ask(at, 'save')).toContain('git commit');
      share = 0.99;
      expect(await ask(at, 'save')).toContain('git commit');
      // The reserve is the person's own: nothing passes any more, and nobody asks the provider.
      await shown(at, 99);
      const before = at.provider.requests.length;
      expect(await ask(at, 'save')).toContain('agent_stopped');
      expect(at.provider.requests).toHaveLength(before);
    },
  );

  verifies('X17', 'another window than the one that counts parks nobody', async () => {
    const at = await wholeServer({ script: answering(() => unified(0.02, 0.98)), yaml });
    for (const says of ['one', 'two']) expect(await ask(at, says)).toMatch(/^200/);
    expect((await shown(at, 2)).holds).toEqual([]);
  });

  verifies('X17', 'parking ends by itself at the reset, and a replay agrees', async () => {
    let seconds = 3;
    const script = answering(() =>
      unified(0.97, 0.1, { 'anthropic-ratelimit-unified-5h-reset': inSeconds(seconds) }),
    );
    const at = await wholeServer({ script, yaml });
    expect(await ask(at, 'one')).toMatch(/^200/);
    // By what was recorded: a slow machine may look only after the reset.
    const types = await vi.waitFor(
      async () => {
        const events =
          await at.api<readonly { event_type: string; reason: string }[]>('/api/agents/sam/events');
        const told = events.filter(({ reason }) => reason.startsWith('parked: 97 % of the'));
        expect(told).toHaveLength(2);
        return told.map((one) => one.event_type);
      },
      { timeout: 60_000, interval: 200 },
    );
    expect(types.toSorted()).toEqual(['hold', 'release']);
    seconds = HOUR_S;
    expect(await ask(at, 'two')).toMatch(/^200/);
    const replayed = await runTripwire(['replay', join(at.data, 'journal.db')], '');
    expect(replayed, replayed.stdout).toMatchObject({ code: 0 });
    expect(replayed.stdout).toMatch(/^sam: parity/m);
  });

  verifies('X17', 'a person who resumes it is not overruled by the same window', async () => {
    const at = await wholeServer({ script: answering(() => unified(0.96, 0.1)), yaml });
    await ask(at, 'one');
    await shown(at, 96);
    await at.api('/api/agents/sam/resume', { by: 'bob', why: 'this matters more' });
    for (const says of ['two', 'three', 'four', 'five'])
      expect(await ask(at, says)).toMatch(/^200/);
    expect((await at.api<View>('/api/agents/sam')).holds).toEqual([]);
  });

  verifies('X17', 'a refusal of the provider parks it too, and is no loop', async () => {
    const refused: FakeScript = () => ({
      status: 429,
      error: { message: 'usage limit reached' },
      headers: {
        'anthropic-ratelimit-unified-status': 'rejected',
        'anthropic-ratelimit-unified-reset': inSeconds(HOUR_S),
        'anthropic-ratelimit-unified-representative-claim': 'seven_day_opus',
      },
    });
    const at = await wholeServer({ script: refused, yaml });
    expect(await ask(at, 'one')).toMatch(/^429/);
    expect((await shown(at, 100)).holds).toMatchObject([{ hold: 'parked' }]);
    expect(await ask(at, 'two')).toContain('agent_stopped');
    expect(at.provider.requests).toHaveLength(1);
  });

  verifies('X17', 'Codex: the fuller of its two windows counts', async () => {
    const codex = (): Headers => ({
      'x-codex-primary-used-percent': '12.5',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-after-seconds': '600',
      'x-codex-secondary-used-percent': '96',
      'x-codex-secondary-window-minutes': '10080',
      'x-codex-secondary-reset-at': inSeconds(HOUR_S),
    });
    const at = await wholeServer({ script: answering(codex), yaml });
    await ask(at, 'one');
    const view = await shown(at, 12.5);
    expect(view.plan?.windows).toMatchObject([
      { name: 'five_hour', counts: false },
      { name: 'seven_day', used_percent: 96, counts: true },
    ]);
    expect(view.holds).toMatchObject([{ hold: 'parked' }]);
  });
});

verifies('X17', 'a steep rise parks for as long as it is measured', async () => {
  let share = 0.1;
  const at = await wholeServer({
    script: answering(() => unified(share, 0.1)),
    yaml: 'plan: { rise: { points: 20, minutes: 10 } }\n',
  });
  for (share of [0.1, 0.15, 0.2, 0.25]) expect(await ask(at, 'step')).toMatch(/^200/);
  expect((await shown(at, 25)).holds).toEqual([]);
  share = 0.31;
  await ask(at, 'step');
  const [held] = (await shown(at, 31)).holds;
  expect(held).toMatchObject({ hold: 'parked', why: 'five_hour window: 21 points more in 1 min' });
  const left = (held?.until ?? 0) - Date.now();
  expect(left).toBeLessThan(600 * SECOND_MS);
  expect(left).toBeGreaterThan(500 * SECOND_MS);
});

verifies('X17', 'from the share set to warn on a person is alerted', async () => {
  const at = await wholeServer({
    script: answering(() => unified(0.7, 0.1)),
    yaml: 'plan: { warn: 60 }\n',
  });
  await ask(at, 'one');
  await shown(at, 70);
  const alerts = await vi.waitFor(
    async () => {
      const found = await at.api<readonly { rule: string; what: string }[]>('/api/alerts');
      expect(found.map(({ rule }) => rule)).toContain('plan');
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(alerts[0]?.what).toContain('60 % or more of its subscription');
});

verifies('X17', 'status and top show how full the window is that counts', async () => {
  const at = await wholeServer({ script: answering(() => unified(0.834, 0.2)) });
  await ask(at, 'one');
  await shown(at, 83.4);
  const env = { HOME: dirname(at.data), TRIPWIRE_DATA: at.data };
  const status = await runTripwire(['status', 'sam'], '', env);
  expect(status, status.stderr).toMatchObject({ code: 0 });
  expect(status.stdout).toMatch(/5 h: 83 %, resets .+ \(this one counts\)\n/);
  expect(status.stdout).toMatch(/week: 20 %, resets [^(\n]+\n/);
  const top = await runTripwire(['top', '--once'], '', env);
  expect(top, top.stderr).toMatchObject({ code: 0 });
  const [heading, row] = top.stdout.split('\n').filter((line) => /^(agent|sam) /.test(line));
  expect(heading).toMatch(/ plan( |$)/);
  expect(row).toContain('5 h: 83 %');
  // One that no provider told of has no line, and no share.
  const plain = await wholeServer();
  await ask(plain, 'one');
  const other = { ...env, HOME: dirname(plain.data), TRIPWIRE_DATA: plain.data };
  expect((await runTripwire(['status', 'sam'], '', other)).stdout).not.toContain('counts');
  expect((await runTripwire(['top', '--once'], '', other)).stdout).not.toContain('5 h:');
});

verifies('X17', 'without a setting a person is alerted from 80 % on, and not before', async () => {
  const share = { sam: 0.8, kim: 0.79 };
  const at = await wholeServer({
    script: ({ lastUserText }) => ({
      text: 'done',
      headers: unified(lastUserText.includes('kim') ? share.kim : share.sam, 0.99),
    }),
  });
  await ask(at, 'I am kim', 'kim');
  await ask(at, 'I am sam', 'sam');
  await shown(at, 79, 'kim');
  await shown(at, 80);
  interface Alert {
    readonly rule: string;
    readonly agent: string;
    readonly what: string;
    readonly numbers: string;
  }
  const alerts = await vi.waitFor(
    async () => {
      const found = await at.api<readonly Alert[]>('/api/alerts');
      expect(found.map(({ rule }) => rule)).toContain('plan');
      return found.filter(({ rule }) => rule === 'plan');
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(alerts.map(({ agent }) => agent)).toEqual(['sam']);
  expect(alerts[0]?.what).toContain('80 % or more of its subscription');
  expect(alerts[0]?.numbers).toMatch(/^80 % is used, it resets at /);
  expect(await ask(at, 'go on', 'sam')).toMatch(/^200/);
});
