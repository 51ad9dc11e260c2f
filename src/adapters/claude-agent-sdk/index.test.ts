/** What is particular to the Claude Agent SDK; the rest is the kit's, in test/conformance. */
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  Budget,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  TaskCompletionResult,
  defineTool,
  denied,
  type TaskCompletionChecker,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import type { ClaudeHookInput, ClaudeHookMatcher } from './hooks.ts';
import { guardClaude, type ClaudeGuard, type ClaudeSdk } from './index.ts';
import type { ClaudeMessage } from './usage.ts';

const anything = { safeParse: (data: unknown) => ({ success: true as const, data }) };
const noSdk: ClaudeSdk = { query: () => said([]) };

async function* said(messages: readonly ClaudeMessage[]): AsyncGenerator<ClaudeMessage> {
  yield* messages;
}

function promptOf(
  policies: readonly ToolPolicy[] = [],
  taskCompletionChecker: TaskCompletionChecker | null = null,
): Prompt {
  const all = { ns: 'test', key: 'claude', sections: [], policies, taskCompletionChecker };
  return new Prompt({ template: new PromptTemplate(all) });
}

/** Calls a hook as the SDK does. */
function hook(guard: ClaudeGuard, event: string, more: Partial<ClaudeHookInput> = {}) {
  const { hooks } = guard.options({}) as {
    readonly hooks: Readonly<Record<string, readonly ClaudeHookMatcher[]>>;
  };
  return hooks[event]?.[0]?.hooks[0]?.({ hook_event_name: event, ...more });
}

const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'one' };

verifies('G14', 'hooks and servers of the user stay beside those of the adapter', async () => {
  const guard = await guardClaude({ prompt: promptOf(), sdk: noSdk });
  const own = { hooks: { PreToolUse: [{ hooks: [] }], Setup: [] }, mcpServers: { files: {} } };
  const options = guard.options({ ...own, cwd: '/' }) as unknown as typeof own & { cwd: string };
  expect(options.cwd).toBe('/');
  expect(options.hooks.PreToolUse).toHaveLength(2);
  expect(options.hooks.PreToolUse[0]).toMatchObject({ onFailure: 'block' });
  expect(options.hooks.Setup).toEqual([]);
  expect(Object.keys(options.mcpServers)).toEqual(['files', 'tripwire']);
});

verifies('G14', 'a call that cannot be read is denied, and nothing throws', async () => {
  const guard = await guardClaude({ prompt: promptOf(), sdk: noSdk });
  const answer = await hook(guard, 'PreToolUse', { tool_use_id: 'one' });
  expect(answer?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
});

verifies(
  'G14',
  'a server that only bears the name of the adapter’s is judged like any other',
  async () => {
    const strict: ToolPolicy = { name: 'strict', check: () => denied('no') };
    const note = defineTool({ name: 'note', params: anything, handler: () => 'noted' });
    const sections = [new MarkdownSection({ tools: [note] })];
    const template = new PromptTemplate({ ns: 'test', key: 'own', sections, policies: [strict] });
    const guard = await guardClaude({ prompt: new Prompt({ template }), sdk: noSdk });
    const named = { ...call, tool_name: 'mcp__tripwire__note' };
    // The adapter's own server judges by itself.
    expect(await hook(guard, 'PreToolUse', { ...named, mcp_server: { source: 'sdk' } })).toEqual(
      {},
    );
    const other = await hook(guard, 'PreToolUse', { ...named, mcp_server: { source: 'project' } });
    expect(other?.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
  },
);

verifies('G14', 'a denial never carries continue, and a healthy call gets no answer', async () => {
  const strict: ToolPolicy = { name: 'strict', check: () => denied('no') };
  const guard = await guardClaude({ prompt: promptOf([strict]), sdk: noSdk });
  const permissionDecisionReason = 'no';
  expect(await hook(guard, 'PreToolUse', call)).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason,
    },
  });
  const open = await guardClaude({ prompt: promptOf(), sdk: noSdk });
  expect(await hook(open, 'PreToolUse', call)).toEqual({});
  expect(await hook(open, 'PostToolUse', { ...call, tool_response: 'a file' })).toEqual({});
});

verifies('G14', 'a result in a shape is handed over when the task is complete', async () => {
  const handed: unknown[] = [];
  const checker: TaskCompletionChecker = {
    check: ({ tentativeOutput }) => {
      handed.push(tentativeOutput);
      return handed.length > 1
        ? TaskCompletionResult.ok()
        : TaskCompletionResult.incomplete('not yet');
    },
  };
  const guard = await guardClaude({ prompt: promptOf([], checker), sdk: noSdk });
  const handOver = (value: number) => ({
    tool_name: 'StructuredOutput',
    tool_input: { value },
    tool_use_id: `call-${value}`,
  });
  expect(await hook(guard, 'PreToolUse', handOver(1))).toMatchObject({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not yet' },
  });
  expect(await hook(guard, 'PreToolUse', handOver(2))).toEqual({});
  expect(await hook(guard, 'Stop', { last_assistant_message: '' })).toEqual({});
  expect(handed).toEqual([{ value: 1 }, { value: 2 }]);
});

verifies(
  'G14',
  'an answer that comes in several messages is counted once, the sum fills up',
  async () => {
    const usage = { input_tokens: 100, cache_read_input_tokens: 900, output_tokens: 1 };
    const answer = { type: 'assistant', message: { id: 'one', usage } };
    const sum = { type: 'result', usage: { ...usage, output_tokens: 50 }, result: 'done' };
    const budget = new Budget({ maxTotalTokens: 10_000 });
    const sdk: ClaudeSdk = { query: () => said([answer, answer, sum]) };
    const guard = await guardClaude({ prompt: promptOf(), budget, sdk });
    const types: string[] = [];
    for await (const { type } of guard.query({ prompt: 'Go.' })) types.push(type);
    expect(types).toEqual(['assistant', 'assistant', 'result']);
    expect(budget.spent()).toMatchObject({ inputTokens: 1_000, outputTokens: 50 });
  },
);
