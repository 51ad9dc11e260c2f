/** Quotas: so many calls and not one more, also side by side, also after going back. */
import { describe, expect, test } from 'vitest';
import { denies, notingTool } from '../../../test/kit/guarded-tools.ts';
import {
  CallQuota,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  runTool,
  type CallQuotaOptions,
  type ToolPolicy,
} from '../index.ts';

function stage(options: CallQuotaOptions, more: readonly ToolPolicy[] = []) {
  let now = 1_000_000;
  const ran: string[] = [];
  const session = new Session({ clock: { now: () => now } });
  const tools = [notingTool('search', ran), notingTool('read', ran)];
  const template = new PromptTemplate({
    ns: 'test',
    key: 'quota',
    sections: [new MarkdownSection({ tools })],
    policies: [new CallQuota(options), ...more],
  });
  const prompt = new Prompt({ template, filesystem: null });
  return {
    ran,
    session,
    pass: (ms: number) => void (now += ms),
    run: async (tool = 'search', params: object = {}) => {
      const outcome = await runTool({ tool, params, prompt, session });
      return outcome.status === 'denied' ? outcome.reason : outcome.status;
    },
  };
}

describe('in a session', () => {
  test('the quota is reached and not passed; other tools are free', async () => {
    const { run, ran } = stage({ tools: ['sea*'], maxCalls: 2 });
    expect([await run(), await run()]).toEqual(['success', 'success']);
    expect(await run()).toBe(
      "Tool 'search' may be called 2 times in this session, and has been. Go on without it.",
    );
    expect(await run('read')).toBe('success');
    expect(ran).toEqual(['search', 'search', 'read']);
  });

  test('calls that fail count, calls that another policy denies do not', async () => {
    const failing = stage({ tools: ['search'], maxCalls: 1 });
    await failing.run('search', { fail: true });
    expect(await failing.run()).toMatch(/1 times/);
    const denied = stage({ tools: ['search'], maxCalls: 1 }, [denies('other')]);
    await denied.run();
    expect(await denied.run()).toBe('other says no');
  });

  test('of ten calls at once only as many run as the quota has', async () => {
    const { run, ran } = stage({ tools: ['*'], maxCalls: 3 });
    await Promise.all(Array.from({ length: 10 }, () => run()));
    expect(ran).toHaveLength(3);
  });

  test('going back to a snapshot gives nothing back', async () => {
    const { run, session } = stage({ tools: ['*'], maxCalls: 1 });
    const before = session.snapshot();
    await run();
    session.restore(before);
    expect(await run()).toMatch(/1 times/);
  });

  test('a quota of none denies at once', async () => {
    expect(await stage({ tools: ['*'], maxCalls: 0 }).run()).toMatch(/0 times/);
  });
});

describe('within a time', () => {
  test('a call is free again when the time has passed, not one millisecond before', async () => {
    const { run, pass } = stage({ tools: ['*'], maxCalls: 2, perMs: 60_000 });
    await run();
    pass(10_000);
    await run();
    pass(49_999);
    expect(await run()).toMatch(/2 times within 60000 ms, and has been\. Try again in 1 ms\./);
    pass(1);
    expect(await run()).toBe('success');
    expect(await run()).toMatch(/Try again in 10000 ms/);
  });
});

test.each([
  [{ maxCalls: -1 }, 'maxCalls'],
  [{ maxCalls: 1.5 }, 'maxCalls'],
  [{ maxCalls: Number.NaN }, 'maxCalls'],
  [{ maxCalls: 10_001 }, 'maxCalls'],
  [{ maxCalls: 1, perMs: 0 }, 'perMs'],
  [{ maxCalls: 1, perMs: 0.5 }, 'perMs'],
])('%j is refused', (options, field) => {
  expect(() => new CallQuota({ tools: ['*'], ...options })).toThrow(new RegExp(`${field} must be`));
});
