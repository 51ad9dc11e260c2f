import { describe, expect, test } from 'vitest';
import type { GateRefusal } from '../core/index.ts';
import {
  Budget,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  TaskCompletionResult,
  denied,
  type GuardrailProblem,
  type TaskCompletionChecker,
  type ToolGate,
} from '../guardrails/index.ts';
import { fakeTool } from '../testing/index.ts';
import { GuardedSession, modelText, withFeedback, type GuardOptions } from './guarded-session.ts';

const stopped: GateRefusal = {
  kind: 'manual',
  agent: 'coder',
  session: null,
  reason: 'A person stopped it.',
  remedy: 'A person activates it.',
  refusal: 'error',
  temporary: false,
};

function staged(more: Partial<GuardOptions> = {}, checker: TaskCompletionChecker | null = null) {
  const tool = fakeTool('look', { answer: () => 'a tree' });
  const template = new PromptTemplate({
    ns: 'test',
    key: 'guarded',
    sections: [new MarkdownSection({ tools: [tool] })],
    policies: [
      {
        name: 'no-south',
        check: (_tool, params) =>
          JSON.stringify(params).includes('south')
            ? denied('not there')
            : { allowed: true, reason: null },
      },
    ],
    taskCompletionChecker: checker,
  });
  const problems: GuardrailProblem[] = [];
  const report = (problem: GuardrailProblem) => problems.push(problem);
  const guarded = new GuardedSession('test', { prompt: new Prompt({ template }), report, ...more });
  return { tool, guarded, problems };
}

describe('a stop', () => {
  test('ends the run for good: no later answer lets it go on', async () => {
    const answers = [null, stopped, null];
    const port: ToolGate = { standing: () => Promise.resolve(answers.shift() ?? null) };
    const { guarded } = staged({ gate: { port, agent: 'coder' } });
    await guarded.requireGoingOn();
    await expect(guarded.requireGoingOn()).rejects.toMatchObject({ code: 'AGENT_STOPPED' });
    expect(await guarded.standing()).toBe(stopped);
    expect(answers).toHaveLength(1);
  });

  test('that comes with the end of a call ends the run', async () => {
    const port: ToolGate = {
      standing: () => Promise.resolve(null),
      tool: () => Promise.resolve(stopped),
    };
    const { guarded } = staged({ gate: { port, agent: 'coder' } });
    expect(await guarded.runTool('look', {})).toMatchObject({ status: 'success', stop: stopped });
    expect(guarded.stop).toBe(stopped);
    expect(await guarded.mayStop('done')).toMatchObject({ stop: 'allowed', incomplete: true });
  });

  test('a gate that cannot be asked stands in the way', async () => {
    const port: ToolGate = { standing: () => Promise.reject(new Error('no line')) };
    const { guarded } = staged({ gate: { port, agent: 'coder' } });
    expect(await guarded.standing()).toMatchObject({ kind: 'gate_unavailable' });
  });
});

describe('a tool that the SDK runs', () => {
  test('runs only when it may, and what it throws is a failure', async () => {
    const { guarded } = staged();
    const ran: string[] = [];
    const around = (at: string, run: () => unknown) =>
      guarded.aroundTool({ name: 'native' }, { at }, undefined, run);
    const good = await around('north', () => ran.push('north'));
    const bad = await around('south', () => ran.push('south'));
    const broken = await around('east', () => {
      throw new Error('too dark');
    });
    expect([good.status, bad.status, broken.status]).toEqual(['success', 'denied', 'error']);
    expect(ran).toEqual(['north']);
    expect([modelText(bad), modelText(broken)]).toEqual(['not there', 'too dark']);
  });
});

describe('the end', () => {
  test('a stop that was allowed is not checked again; one that nobody asked about is', async () => {
    let asked = 0;
    const checker = {
      check: () => {
        asked += 1;
        return TaskCompletionResult.ok();
      },
    };
    const { guarded, problems } = staged({}, checker);
    await guarded.mayStop('done');
    await guarded.finish('done');
    expect(asked).toBe(1);
    await guarded.runTool('look', {});
    await guarded.finish('cut off');
    expect([asked, problems.length]).toEqual([2, 0]);
  });

  test('an incomplete end is reported', async () => {
    const checker = { check: () => TaskCompletionResult.incomplete('nothing is there') };
    const { guarded, problems } = staged({ maxBlocks: 0 }, checker);
    await guarded.mayStop('done');
    await guarded.finish('done');
    expect(problems).toMatchObject([{ kind: 'task_incomplete' }]);
  });
});

test('tokens are counted, and what an SDK does not know is nothing', () => {
  const budget = new Budget({ maxTotalTokens: 100 });
  const { guarded } = staged({ budget });
  guarded.spend(undefined);
  guarded.spend({ inputTokens: Number.NaN, outputTokens: -3 });
  guarded.spend({ inputTokens: 10.2, outputTokens: 5 });
  expect(budget.spent()).toEqual({ inputTokens: 11, outputTokens: 5 });
});

test('feedback stands after what the model reads of the call', () => {
  expect(withFeedback('a tree', null)).toBe('a tree');
  expect(withFeedback('a tree', '<feedback/>')).toBe('a tree\n\n<feedback/>');
  expect(withFeedback('', '<feedback/>')).toBe('<feedback/>');
});
