/** The dispatch: what comes in which order, who hears of the result, what is written down. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { denies, notingTool } from '../../../test/kit/guarded-tools.ts';
import {
  ToolStage,
  past,
  emptyBudget,
  stopped,
  closedGate,
  openGate,
} from '../../../test/kit/tool-stage.ts';
import {
  ALLOWED,
  Budget,
  Deadline,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  SequentialDependencyPolicy,
  Session,
  beginToolCall,
  defineTool,
  denied,
  policyState,
  recentToolCalls,
  runTool,
  toolCallCount,
  type DeclaredTool,
  type PolicyDecision,
  type ToolPolicy,
  type ToolRun,
} from '../index.ts';

describe('order', () => {
  const hurdles: readonly (readonly [string, Partial<ToolRun>, string])[] = [
    ['deadline', { deadline: past() }, 'deadline'],
    ['budget', { budget: emptyBudget() }, 'budget'],
    ['gate', { gate: { port: closedGate, agent: 'a' } }, 'gate'],
  ];
  for (const [from, [name, hurdle, by]] of hurdles.entries()) {
    verifies('G1', `${name} comes before everything after it, and no policy is asked`, async () => {
      const later = Object.assign({}, ...hurdles.slice(from).map(([, more]) => more)) as object;
      const asked: string[] = [];
      const policy: ToolPolicy = {
        name: 'p',
        check: () => {
          asked.push('p');
          return ALLOWED;
        },
      };
      for (const more of [hurdle, later]) {
        const stage = new ToolStage({ policies: [policy] });
        expect(await stage.run(more)).toMatchObject({ status: 'denied', by, policy: null });
        expect([stage.ran, asked]).toEqual([[], []]);
      }
    });
  }

  verifies('G1', 'what is not exhausted lets through', async () => {
    const deadline = new Deadline({ expiresAtMs: 1000, clock: { now: () => 999 } });
    const budget = new Budget({ maxTotalTokens: 1 });
    const gate = { port: openGate, agent: 'a' };
    expect(await new ToolStage().run({ deadline, budget, gate })).toMatchObject({
      status: 'success',
    });
  });

  verifies('G1', 'a deadline that passes while a policy thinks still counts', async () => {
    let now = 0;
    const deadline = new Deadline({ expiresAtMs: 10, clock: { now: () => now } });
    const slow: ToolPolicy = {
      name: 'slow',
      check: () => {
        now = 10;
        return ALLOWED;
      },
    };
    const stage = new ToolStage({ policies: [slow] });
    expect(await stage.run({ deadline })).toMatchObject({ status: 'denied', by: 'deadline' });
    expect(stage.ran).toEqual([]);
  });

  verifies('G1', 'a session that goes back while a policy thinks denies the call', async () => {
    for (const rewind of ['restore', 'reset'] as const) {
      const stage: ToolStage = new ToolStage({
        policies: [
          {
            name: 'slow',
            check: () => {
              if (rewind === 'reset') stage.session.reset();
              else stage.session.restore(stage.session.snapshot());
              return ALLOWED;
            },
          },
        ],
      });
      expect(await stage.run()).toMatchObject({
        status: 'denied',
        reason: expect.stringMatching(/went back/) as string,
      });
      expect(stage.ran).toEqual([]);
    }
  });
});

describe('what cannot be called', () => {
  const native = { name: 'Bash' };
  const picky = defineTool({
    name: 'picky',
    params: {
      safeParse: (value) => {
        if (value === 'throw') throw new Error('schema broke');
        if (value === 7) return { success: true, data: 7 };
        return { success: false, error: { message: 'must be 7' } };
      },
    },
    handler: () => 'fine',
  });
  const calls: readonly (readonly [string, string, unknown, string, RegExp])[] = [
    [
      'an unknown tool',
      'nope',
      {},
      'tool',
      /There is no tool 'nope'\. The tools are: act, Bash, picky\./,
    ],
    ['a tool that runs elsewhere', 'Bash', {}, 'tool', /'Bash' has no handler here/],
    ['wrong parameters', 'picky', 8, 'params', /'picky' cannot take this: must be 7/],
    ['a schema that throws', 'picky', 'throw', 'params', /schema broke/],
    ['parameters that are no data', 'act', { call: () => 1 }, 'params', /could not be cloned/],
  ];
  for (const [what, tool, params, by, reason] of calls) {
    verifies('G1', `${what} is denied in words`, async () => {
      const stage = new ToolStage({ tools: [native, picky] });
      const outcome = await stage.run({ tool, params });
      expect(outcome).toMatchObject({
        status: 'denied',
        by,
        reason: expect.stringMatching(reason) as string,
      });
      expect(stage.ran).toEqual([]);
    });
  }

  verifies('G1', 'what fits runs', async () => {
    const outcome = await new ToolStage({ tools: [picky] }).run({ tool: 'picky', params: 7 });
    expect(outcome).toMatchObject({ status: 'success', value: 'fine' });
  });
});

describe('results', () => {
  verifies('G1', 'policies hear of a success, whichever section the tool is in', async () => {
    const heard: unknown[] = [];
    const section = new MarkdownSection({
      policies: [
        {
          name: 'elsewhere',
          check: () => denied('never asked about act'),
          onResult: (tool: DeclaredTool, params: unknown, result: unknown) => {
            heard.push([tool.name, params, result]);
          },
        },
      ],
    });
    const own = new MarkdownSection({ tools: [notingTool('act', [])] });
    const template = new PromptTemplate({ ns: 't', key: 'k', sections: [own, section] });
    const prompt = new Prompt({ template });
    await runTool({ prompt, session: new Session(), tool: 'act', params: { n: 1 } });
    expect(heard).toEqual([['act', { n: 1 }, 'act done']]);
  });

  verifies('G1', 'policies hear nothing of failures and denials', async () => {
    const heard: string[] = [];
    const listener: ToolPolicy = {
      name: 'listener',
      check: () => ALLOWED,
      onResult: (tool) => {
        heard.push(tool.name);
      },
    };
    await new ToolStage({ policies: [listener] }).run({ params: { fail: true } });
    await new ToolStage({ policies: [listener, denies('no')] }).run();
    expect(heard).toEqual([]);
  });

  verifies(
    'G1',
    'a policy that cannot take note makes the call a failure, and nobody keeps it',
    async () => {
      const order = new SequentialDependencyPolicy({ dependencies: { act: [] } });
      const broken: ToolPolicy = {
        name: 'broken',
        check: () => ALLOWED,
        onResult: () => Promise.reject(new Error('full')),
      };
      const stage = new ToolStage({ policies: [order, broken] });
      const outcome = await stage.run();
      expect(outcome).toMatchObject({
        status: 'error',
        reason: "Tool 'act' ran, but policy 'broken' could not take note of it: full",
      });
      expect(policyState(stage.session, order.name).invokedTools).toEqual([]);
    },
  );

  verifies(
    'G1',
    'a tool that throws is an error with its words; the next call goes on',
    async () => {
      const stage = new ToolStage();
      expect(await stage.run({ params: { fail: true } })).toMatchObject({
        status: 'error',
        reason: 'act failed',
      });
      expect(await stage.run()).toMatchObject({ status: 'success' });
    },
  );

  verifies('G1', 'every call is in the log, denied or not', async () => {
    const stage = new ToolStage({
      policies: [
        { name: 'p', check: (_tool, params) => (params === null ? ALLOWED : pick(params)) },
      ],
    });
    function pick(params: unknown): PolicyDecision {
      return JSON.stringify(params) === '{"no":1}' ? denied('no') : ALLOWED;
    }
    for (const params of [{}, { fail: true }, { no: 1 }]) await stage.run({ params });
    await stage.run({ tool: 'nope' });
    await stage.run({ deadline: past() });
    const statuses = recentToolCalls(stage.session, 'test:run', 9).map((call) => call.status);
    expect(statuses).toEqual(['success', 'error', 'denied', 'denied', 'denied']);
    expect(toolCallCount(stage.session, 'test:run')).toBe(5);
    expect(toolCallCount(stage.session, 'other')).toBe(0);
  });

  verifies('G1', 'feedback comes with every end but a refusal of the gate', async () => {
    const stage = new ToolStage({ says: true });
    const ends = [{}, { params: { fail: true } }, { tool: 'nope' }, { deadline: past() }];
    for (const more of ends) {
      expect((await stage.run(more)).feedback).toMatch(/go on/);
    }
    const refused = await stage.run({ gate: { port: closedGate, agent: 'a' } });
    expect([refused.feedback, refused.stop]).toEqual([null, stopped]);
  });
});

describe('a call in two halves', () => {
  const bash = { name: 'Bash' };
  const begin = (stage: ToolStage, more: Partial<ToolRun> = {}) =>
    beginToolCall({
      tool: bash,
      params: {},
      prompt: stage.prompt,
      session: stage.session,
      ...more,
    });

  verifies('G1', 'is denied like any other', async () => {
    expect(await begin(new ToolStage({ policies: [denies('p')] }))).toMatchObject({
      status: 'denied',
      policy: 'p',
    });
    expect(await begin(new ToolStage(), { deadline: past() })).toMatchObject({ by: 'deadline' });
  });

  verifies('G1', 'ends as success or failure, once', async () => {
    const order = new SequentialDependencyPolicy({ dependencies: { act: [] } });
    const stage = new ToolStage({ policies: [order] });
    const [good, bad] = [await begin(stage), await begin(stage)];
    if (good.status !== 'open' || bad.status !== 'open') throw new Error('both must be open');
    expect(await bad.fail('exit 1')).toMatchObject({ status: 'error', reason: 'exit 1' });
    expect(policyState(stage.session, order.name).invokedTools).toEqual([]);
    expect(await good.succeed('out')).toMatchObject({ status: 'success', value: 'out' });
    expect(policyState(stage.session, order.name).invokedTools).toEqual(['Bash']);
    await expect(good.fail('again')).rejects.toThrow(/has ended already/);
    await expect(bad.succeed('again')).rejects.toThrow(/has ended already/);
    expect(toolCallCount(stage.session, 'test:run')).toBe(2);
  });
});
