/**
 * What users of agents reported, played again: runs that spent on and on, and work that was stopped for nothing. Times are as they
 * were told; the server's clock is put forward between calls.
 */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeAnswer, FakeScript } from '../../src/testing/index.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { wholeServer } from '../kit/whole-server.ts';
import {
  anyAnswer,
  codesOf,
  HOUR_MS,
  MINUTE_MS,
  played,
  post,
  says,
  SECOND_MS,
  viewOf,
  type Step,
} from './played-runs.ts';

vi.setConfig({ testTimeout: 180_000 });

verifies(
  'X6',
  'a long conversation that is sent every fifteen seconds ends at its cap of tokens',
  async () => {
    const pass = clockAhead();
    const history = 'the cat is not in the attic and not in the garden either, '.repeat(1_600);
    const script: FakeScript = (_, index) => ({
      text: `Still at it: step ${index} is about ${'abcdefgh'[index % 8]?.repeat(7)}.`,
      usage: { input: 25_100, output: 40 },
    });
    const at = await wholeServer({
      script,
      yaml: 'budgets: { tokens_rolling: 200000, rolling_hours: 24 }\n',
    });
    let passed = 0;
    for (let message = 0; message < 26; message += 1) {
      const answer = await post(at, 'sam', says(`${history}, message ${message}.`));
      if (answer.startsWith('200')) passed += 1;
      else expect(answer).toContain('budget_spent');
      pass(15 * SECOND_MS);
    }
    expect(passed).toBeGreaterThan(4);
    expect(at.provider.requests).toHaveLength(passed);
    expect((await viewOf(at, 'sam')).spend.total.tokens).toBeLessThanOrEqual(200_000);
  },
);

verifies(
  'X6',
  'a run without a session, each call a conversation anew, ends at its dollars',
  async () => {
    const pass = clockAhead();
    const script: FakeScript = () => ({ text: 'Hello!', usage: { input: 40_000, output: 3_000 } });
    const at = await wholeServer({
      script,
      yaml: 'budgets: { usd_rolling: 0.1, rolling_hours: 24 }\n',
    });
    for (let call = 0; call < 30; call += 1) {
      await post(at, 'sam', says(`Hello, this is conversation ${call} about ${call * 17}.`));
      pass(30 * SECOND_MS);
    }
    const { cost_usd: cost } = (await viewOf(at, 'sam')).spend.total;
    expect(cost).toBeGreaterThan(0.07);
    expect(cost).toBeLessThanOrEqual(0.1);
  },
);

verifies('X19', 'one prompt that wants 341 subagents at once has as many as it may', async () => {
  const at = await wholeServer({
    script: () => ({ toolCalls: [{ name: 'Read', args: { path: 'a' } }] }),
    yaml: 'subagents: { at_once: 20, started: { count: 30, minutes: 10 }, depth: 1 }\n',
  });
  const headers = (id: string, parent?: string) => ({
    'user-agent': 'claude-cli/2.1.0 (external, cli)',
    'x-claude-code-session-id': 'research',
    'x-claude-code-agent-id': id,
    ...(parent === undefined ? {} : { 'x-claude-code-parent-agent-id': parent }),
  });
  const fanOut = Array.from({ length: 341 }, (_, one) =>
    post(at, 'sam', says(`Look into question ${one}.`), headers(`sub-${one}`)),
  );
  const answers = await Promise.all(fanOut);
  expect(answers.filter((one) => one.startsWith('200'))).toHaveLength(20);
  expect(
    answers.filter((one) => one.includes('subagents of this session are at work')),
  ).toHaveLength(321);
  const parent = `sub-${answers.findIndex((one) => one.startsWith('200'))}`;
  const nested = await post(at, 'sam', says('And this.'), headers('below', parent));
  expect(nested).toContain('1 is the deepest');
  expect((await viewOf(at, 'sam')).holds).toEqual([]);
});

verifies(
  'X20',
  'a watchdog that wakes every 70 seconds for nothing has a sign, and is slowed',
  async () => {
    const pass = clockAhead();
    const script: FakeScript = () => ({
      text: 'Nothing to do. All sessions are idle.',
      usage: { input: 27_000, output: 12 },
    });
    const at = await wholeServer({ script, yaml: 'stuck: { wakes: { act: slow } }\n' });
    let answered = 0;
    for (let wake = 0; wake < 60; wake += 1) {
      const answer = await post(
        at,
        'sam',
        says('Check the sessions and nudge those that are idle.'),
      );
      if (answer.startsWith('200')) answered += 1;
      pass(70 * SECOND_MS);
      if (wake >= 5) await vi.waitFor(async () => expect(await codesOf(at, 'sam')).not.toEqual([]));
      // The watch looks once in a second.
      if (answer.startsWith('200') && wake >= 5) await new Promise((go) => setTimeout(go, 1_200));
    }
    expect(await codesOf(at, 'sam')).toEqual(['EMPTY_WAKES']);
    // An hour and ten minutes: six wakes, and then only after 140 s, 280 s, 560 s and so on.
    expect(answered).toBeLessThan(15);
  },
);

verifies('X18', 'a client that asks on for two hours after its stop gets nothing', async () => {
  const pass = clockAhead();
  const at = await wholeServer({ script: () => ({ text: 'Working.' }) });
  expect(await post(at, 'sam', says('go'))).toMatch(/^200/);
  await at.api('/api/agents/sam/deactivate', { by: 'bob', why: 'enough' });
  const before = await vi.waitFor(async () => {
    const view = await viewOf(at, 'sam');
    expect(view.spend.total.tokens).toBeGreaterThan(0);
    return view;
  }, 30_000);
  for (let minute = 0; minute < 134; minute += 2) {
    expect(await post(at, 'sam', says(`retry ${minute}`))).toContain('agent_stopped');
    pass(2 * MINUTE_MS);
  }
  expect(at.provider.requests).toHaveLength(1);
  expect((await viewOf(at, 'sam')).spend.total).toEqual(before.spend.total);
});

verifies(
  'X20',
  'thirteen hours of 503 are an outage; the work goes on when it is over',
  async () => {
    const pass = clockAhead();
    let answer: FakeAnswer = { status: 503, error: { message: 'overloaded' } };
    const at = await wholeServer({ script: () => answer });
    for (let call = 0; call < 130; call += 1) {
      expect(await post(at, 'sam', says('Fix the flaky test.'))).toMatch(/^503/);
      pass(6 * MINUTE_MS);
    }
    await vi.waitFor(
      async () => expect(await codesOf(at, 'sam')).toEqual(['PROVIDER_DOWN']),
      30_000,
    );
    expect((await viewOf(at, 'sam')).holds).toEqual([]);
    answer = { text: 'Fixed it: the clock was read twice.' };
    expect(await post(at, 'sam', says('Fix the flaky test.'))).toMatch(/^200/);
    await vi.waitFor(async () => expect(await codesOf(at, 'sam')).toEqual([]), 30_000);
  },
);

verifies(
  'X20',
  'a usage limit of eleven hours parks until its reset, and nobody has to come',
  async () => {
    const pass = clockAhead();
    let answer: FakeAnswer = {
      status: 429,
      error: { message: 'usage limit reached' },
      headers: { 'retry-after': String((11 * HOUR_MS) / SECOND_MS) },
    };
    const at = await wholeServer({
      script: () => answer,
      yaml: 'stuck: { limit: { act: park } }\n',
    });
    expect(await post(at, 'sam', says('go on'))).toMatch(/^429/);
    await vi.waitFor(async () => {
      expect((await viewOf(at, 'sam')).holds).toMatchObject([{ hold: 'parked' }]);
    }, 30_000);
    pass(10 * HOUR_MS);
    expect(await post(at, 'sam', says('go on'))).toContain('agent_stopped');
    expect(at.provider.requests).toHaveLength(1);
    answer = { text: 'On it.' };
    pass(HOUR_MS + MINUTE_MS);
    expect(await post(at, 'sam', says('go on'))).toMatch(/^200/);
  },
);

describe('work that others stopped for nothing', () => {
  const bash = (command: string, result: string): Step => ({
    tool: 'Bash',
    args: { command },
    result,
  });
  const verified = Array.from({ length: 8 }, (_, one): readonly (readonly Step[])[] => [
    [
      {
        tool: 'Edit',
        args: { path: `src/part-${one}.ts`, text: `export const x = ${one};` },
        result: 'ok',
      },
    ],
    [bash('npm test', one < 7 ? `${7 - one} failed, ${one + 12} passed` : '19 passed')],
  ]).flat();
  const shipping = [
    ...['npm run lint', 'npm run format', 'git add -A', 'git commit -m "fix"', 'git push'].map(
      (command) => [bash(command, command.startsWith('git c') ? '1 file changed' : '')],
    ),
    [bash('gh pr create --fill', 'https://github.com/o/r/pull/7')],
    ...Array.from({ length: 12 }, () => [bash('gh pr checks 7', 'build\tpending\t0')]),
    [bash('gh pr checks 7', 'build\tpass\t4m')],
  ];
  const names = ['ada', 'bea', 'cleo', 'dora', 'emil', 'finn', 'gwen'];
  const lookups = names.map((name): readonly Step[] => [
    { tool: 'find_person', args: { name }, result: '[]' },
  ]);
  const fields = Array.from({ length: 15 }, (_, one): readonly Step[] => [
    { tool: 'set_field', args: { field: `field_${one}`, value: `value ${one}` }, result: 'ok' },
  ]);
  const parallel = [
    ['a', 'b', 'c'].map((file): Step => ({ tool: 'Read', args: { file }, result: '(end)' })),
    [bash('ls', 'a b c')],
  ];
  const runs: readonly (readonly [string, readonly (readonly Step[])[], number])[] = [
    ['write, run, edit, run again', verified, 20 * SECOND_MS],
    ['lint to pull request, and checks that are looked at every minute', shipping, MINUTE_MS],
    ['seven names looked up, seven times nothing', lookups, 5 * SECOND_MS],
    ['fifteen different calls of one tool', fields, 5 * SECOND_MS],
    ['three reads at once that end alike', parallel, 5 * SECOND_MS],
  ];
  for (const [what, rounds, gapMs] of runs) {
    test(what, async () => {
      const pass = clockAhead();
      const at = await wholeServer({ script: anyAnswer });
      expect(await played(at, 'sam', rounds, () => pass(gapMs))).toBeNull();
    });
  }
});
