/**
 * The OpenAI Agents SDK under guardrails and a gate of its own: a person stops the agent in the middle of its work.
 *
 * It needs no provider: a scripted model answers in its place. Run: npm run build && node examples/openai-agents.ts
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { AgentStopped, openGate } from 'agent-tripwire/adapters';
import { guardAgents } from 'agent-tripwire/adapters/openai-agents';
import { CallQuota, MarkdownSection, Prompt, PromptTemplate } from 'agent-tripwire/guardrails';
import { ScriptedModel, fakeTool, startFakeProvider } from 'agent-tripwire/testing';

const data = mkdtempSync(join(tmpdir(), 'tripwire-example-'));
const gate = await openGate({ agent: 'mailer', data });
const send = fakeTool('send', {
  answer: async ({ to }) => {
    if (to !== 'everybody') return 'sent';
    return gate.gate?.operate({ agent: 'mailer', action: 'deactivate', by: 'ada', why: 'enough' });
  },
});
const template = new PromptTemplate({
  ns: 'example',
  key: 'mail',
  sections: [new MarkdownSection({ text: 'You answer mail.', tools: [send] })],
  policies: [new CallQuota({ tools: ['send'], maxCalls: 10 })],
});
const prompt = new Prompt({ template });
const guard = await guardAgents({ prompt, gate });
const agent = new Agent({
  name: 'mailer',
  model: 'fake',
  instructions: prompt.render(),
  tools: [...guard.tools],
});

const mails = ['bob', 'everybody', 'carol'].map((to) => ({
  calls: [{ tool: 'send', args: { to } }],
}));
const model = new ScriptedModel(mails);
const provider = await startFakeProvider({ script: model.script() });
const modelProvider = new OpenAIProvider({ baseURL: `${provider.url}/v1`, apiKey: 'none' });
const runner = new Runner({ modelProvider, tracingDisabled: true });

const stopped = await guard
  .run(agent, 'Answer my mail.', { runner })
  .catch((error: unknown) => error);
await provider.close();
await gate.close();
rmSync(data, { recursive: true });

assert.ok(stopped instanceof AgentStopped, 'the run ended by the stop');
assert.equal(stopped.refusal.kind, 'manual');
assert.equal(send.calls.length, 2, 'nothing was sent after the stop');
assert.equal(model.inputs.length, 2, 'the model was not asked again');
console.log('ok');
