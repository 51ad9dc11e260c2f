/** The compatibility kit through a host of AGENT-HOOKS-0.1. */
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { capabilities, guardAgentHooks } from '../../src/adapters/agent-hooks/index.ts';
import type { GateRefusal } from '../../src/core/index.ts';
import { MarkdownSection, Prompt, PromptTemplate, Session } from '../../src/guardrails/index.ts';
import { describeAdapter } from './adapter.case.ts';
import { AgentHooksHost, type HostTool } from './agent-hooks-host.ts';
import { declaredOnly } from './declared-only.ts';
import { runUnguarded } from './unguarded-tool.ts';

describeAdapter('agent-hooks', {
  capabilities,
  run: async ({ guard, input, model }) => {
    const { prompt, ...more } = guard;
    const session = guard.session ?? new Session();
    let stop: GateRefusal | null = null;
    const interceptor = guardAgentHooks({
      prompt: declaredOnly(prompt),
      guard: () => more,
      stopped: (_id, refusal) => {
        stop = refusal;
      },
    });
    const tools = new Map<string, HostTool>();
    for (const tool of prompt.tools) {
      tools.set(tool.name, (args) => runUnguarded(prompt, session, tool.name, args));
    }
    await new AgentHooksHost(interceptor, model, tools).run(input);
    return { stop };
  },
});

const prompt = new Prompt({
  template: new PromptTemplate({ ns: 'test', key: 'hooks', sections: [new MarkdownSection({})] }),
});
const core = { agent: { id: 'a', framework: 'f' }, session: { id: 's' }, sequence: 0 };

verifies('G14', 'what is no context of this version, or no point of it, is denied', async () => {
  const guarded = guardAgentHooks({ prompt });
  const ask = (more: object) => guarded.intercept({ ...core, ...more } as never);
  expect(await ask({ spec: 'agent-hooks/0.2', interception_point: 'input' })).toMatchObject({
    decision: 'deny',
    reason: 'tripwire:spec_unknown',
  });
  const spec = 'agent-hooks/0.1';
  expect(await ask({ spec, interception_point: 'elsewhere' })).toMatchObject({ decision: 'deny' });
  expect(await ask({ spec, interception_point: 'pre_tool_call' })).toMatchObject({
    decision: 'deny',
    reason: 'tripwire:context_invalid',
  });
  expect(await guarded.intercept({ spec } as never)).toMatchObject({ reason: 'tripwire:failed' });
  expect(await ask({ spec, interception_point: 'input' })).toEqual({ decision: 'allow' });
});
