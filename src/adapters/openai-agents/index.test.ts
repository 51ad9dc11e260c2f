/** What the compatibility kit does not play: tools of the user's own, and tools that nobody guards. */
import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../spec/verifies.ts';
import { Prompt, PromptTemplate, denied, type ToolPolicy } from '../../guardrails/index.ts';
import { ScriptedModel, startFakeProvider } from '../../testing/index.ts';
import { guardAgents } from './index.ts';

const noNight: ToolPolicy = {
  name: 'no-night',
  check: (_tool, params) =>
    JSON.stringify(params).includes('night')
      ? denied('not at night')
      : { allowed: true, reason: null },
};

/** The same tool, by whichever function makes it. */
function look(make: typeof tool, ran: string[]) {
  return make({
    name: 'look',
    description: 'Looks.',
    parameters: z.object({ at: z.string() }),
    execute: ({ at }) => {
      ran.push(at);
      if (at === 'fog') throw new Error('nothing to see');
      return 'a tree';
    },
  });
}

async function stage() {
  const calls = ['day', 'night', 'fog'].map((at) => ({ calls: [{ tool: 'look', args: { at } }] }));
  const model = new ScriptedModel(calls);
  const provider = await startFakeProvider({ script: model.script() });
  onTestFinished(() => provider.close());
  const openAIClient = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'none', maxRetries: 0 });
  const modelProvider = new OpenAIProvider({ openAIClient });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const policies = [noNight];
  const template = new PromptTemplate({ ns: 'test', key: 'own', sections: [], policies });
  const guard = await guardAgents({ prompt: new Prompt({ template }) });
  const run = (seeing: ReturnType<typeof look>) =>
    guard.run(new Agent({ name: 'eyes', model: 'fake', tools: [seeing] }), 'Look.', { runner });
  return { guard, model, run };
}

verifies('G14', 'openai-agents: a tool of one’s own is guarded like the prompt’s', async () => {
  const { guard, model, run } = await stage();
  const ran: string[] = [];
  const { finalOutput } = await run(look(guard.tool, ran));
  expect(ran).toEqual(['day', 'fog']);
  expect(finalOutput).toBe('Done.');
  const last = model.inputs.at(-1)?.text ?? '';
  for (const text of ['a tree', 'not at night', 'nothing to see']) expect(last).toContain(text);
});

verifies('G14', 'openai-agents: a tool that nobody guards does not run', async () => {
  const { run } = await stage();
  const ran: string[] = [];
  await expect(run(look(tool, ran))).rejects.toThrow("tool 'look' is not guarded");
  expect(ran).toEqual([]);
});
