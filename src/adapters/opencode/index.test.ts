/** What is particular to OpenCode; the rest is the kit's, in test/conformance. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../spec/verifies.ts';
import type { GateRefusal } from '../../core/index.ts';
import {
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileOutputChecker,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  SequentialDependencyPolicy,
  StaticFeedbackProvider,
  defineTool,
  type GuardrailProblem,
  type PromptTemplateOptions,
  type ToolGate,
} from '../../guardrails/index.ts';
import { guardOpenCode, type OpenCodeHooks } from './index.ts';
import type { OpenCodeClient } from './session.ts';

const quiet: OpenCodeClient = {
  session: { abort: () => Promise.resolve(), promptAsync: () => Promise.resolve() },
};

type Guardrails = Partial<PromptTemplateOptions<[]>>;

async function hooksOf(
  guardrails: Guardrails,
  problems: GuardrailProblem[] = [],
  client = quiet,
): Promise<OpenCodeHooks> {
  const tools = ['bash', 'task', 'deploy'].map((name) => ({ name }));
  const note = defineTool({
    name: 'note',
    params: z.object({ text: z.string(), tag: z.string().optional() }),
    handler: ({ text }) => text,
  });
  const sections = [new MarkdownSection({ tools: [...tools, note] })];
  const template = new PromptTemplate({
    ns: 'test',
    key: 'opencode',
    ...(guardrails as object),
    sections,
  });
  const report = (problem: GuardrailProblem) => problems.push(problem);
  return guardOpenCode({ prompt: new Prompt({ template }), guard: () => ({ report }) })({ client });
}

/** Runs a tool of OpenCode's own, as OpenCode does; what the model reads. */
async function run(
  hooks: OpenCodeHooks,
  sessionID: string,
  tool: string,
  callID: string,
  exit = 0,
) {
  const call = { tool, sessionID, callID };
  await hooks['tool.execute.before'](call, { args: { command: callID } });
  const output = { title: '', output: `ran ${callID}`, metadata: { exit } };
  await hooks['tool.execute.after'](call, output);
  return output.output;
}

const testFirst = new SequentialDependencyPolicy({ dependencies: { deploy: ['bash'] } });
const everyCall = new FeedbackProviderConfig({
  provider: new StaticFeedbackProvider({ feedback: 'well done' }),
  trigger: new FeedbackTrigger({ everyNCalls: 1 }),
});

verifies('G14', 'a command that ends with another code than 0 has failed', async () => {
  const hooks = await hooksOf({ policies: [testFirst as never] });
  await run(hooks, 'main', 'bash', 'one', 3);
  await expect(run(hooks, 'main', 'deploy', 'two')).rejects.toThrow('requires: bash');
  await run(hooks, 'main', 'bash', 'three');
  expect(await run(hooks, 'main', 'deploy', 'four')).toBe('ran four');
});

verifies(
  'G14',
  'a subagent works in the session of its agent; another session does not',
  async () => {
    const hooks = await hooksOf({ policies: [testFirst as never] });
    const created = {
      type: 'session.created',
      properties: { info: { id: 'sub', parentID: 'main' } },
    };
    await hooks.event({ event: created });
    await run(hooks, 'sub', 'bash', 'one');
    expect(await run(hooks, 'main', 'deploy', 'two')).toBe('ran two');
    await expect(run(hooks, 'other', 'deploy', 'three')).rejects.toThrow('requires: bash');
  },
);

verifies('G14', 'what is to be said of a tool that threw comes with the next result', async () => {
  const hooks = await hooksOf({ feedbackProviders: [everyCall] });
  const call = { tool: 'bash', sessionID: 'main', callID: 'one' };
  await hooks['tool.execute.before'](call, { args: {} });
  const state = { status: 'error', error: 'it broke' };
  const part = { type: 'tool', sessionID: 'main', callID: 'one', state };
  await hooks.event({ event: { type: 'message.part.updated', properties: { part } } });
  const read = await run(hooks, 'main', 'bash', 'two');
  expect(read.split('well done')).toHaveLength(3);
  expect((await run(hooks, 'main', 'bash', 'three')).split('well done')).toHaveLength(2);
});

verifies(
  'G14',
  'a stop from outside keeps the next model call and the next prompt from being made',
  async () => {
    let isStopped = false;
    const refusal = { kind: 'manual', reason: 'enough', remedy: '' } as unknown as GateRefusal;
    const port: ToolGate = { standing: () => Promise.resolve(isStopped ? refusal : null) };
    const template = new PromptTemplate({ ns: 'test', key: 'opencode', sections: [] });
    const guard = () => ({ gate: { port, agent: 'coder' } });
    const plugin = guardOpenCode({ prompt: new Prompt({ template }), guard });
    const hooks = await plugin({ client: quiet });
    await hooks['chat.message']({ sessionID: 'main' });
    await hooks['chat.params']({ sessionID: 'main' });
    isStopped = true;
    await expect(hooks['chat.params']({ sessionID: 'main' })).rejects.toThrow('enough');
    await expect(hooks['chat.message']({ sessionID: 'main' })).rejects.toThrow('enough');
  },
);

verifies('G14', 'where a session cannot go on, what is incomplete is reported', async () => {
  const problems: GuardrailProblem[] = [];
  const client: OpenCodeClient = {
    session: { ...quiet.session, promptAsync: () => Promise.reject(new Error('closing')) },
  };
  const taskCompletionChecker = new FileOutputChecker({ files: ['report.md'] });
  const hooks = await hooksOf({ taskCompletionChecker }, problems, client);
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'main' } } });
  expect(problems).toMatchObject([{ kind: 'task_incomplete' }]);
});

verifies('G14', 'the model learns which parameters of a tool may be left out', async () => {
  const hooks = await hooksOf({});
  expect(Object.keys(hooks.tool)).toEqual(['note']);
  const output: { jsonSchema?: unknown } = {};
  await hooks['tool.definition']({ toolID: 'note' }, output);
  expect(output.jsonSchema).toMatchObject({ required: ['text'] });
  const untouched = {};
  await hooks['tool.definition']({ toolID: 'bash' }, untouched);
  expect(untouched).toEqual({});
  const context = { sessionID: 'main' };
  expect(await hooks.tool['note']?.execute({ text: 'hello' }, context)).toBe('hello');
});

test('a session that OpenCode does not end is told', async () => {
  const problems: GuardrailProblem[] = [];
  const client: OpenCodeClient = {
    session: { ...quiet.session, abort: () => Promise.reject(new Error('no such session')) },
  };
  const refusal = { kind: 'manual', reason: 'enough', remedy: '' } as unknown as GateRefusal;
  const port: ToolGate = { standing: () => Promise.resolve(refusal) };
  const report = (problem: GuardrailProblem) => problems.push(problem);
  const template = new PromptTemplate({ ns: 'test', key: 'opencode', sections: [] });
  const guard = () => ({ gate: { port, agent: 'coder' }, report });
  const hooks = await guardOpenCode({ prompt: new Prompt({ template }), guard })({ client });
  await expect(run(hooks, 'main', 'bash', 'one')).rejects.toThrow('enough');
  await expect.poll(() => problems).toMatchObject([{ kind: 'connection', name: 'opencode' }]);
  expect(problems[0]?.message).toBe('OpenCode did not end the session main: no such session');
});
