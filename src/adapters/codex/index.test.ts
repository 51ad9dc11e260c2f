/** What is particular to Codex; the rest is the kit's, in test/conformance. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  ALLOWED,
  FeedbackProviderConfig,
  FeedbackTrigger,
  Prompt,
  PromptTemplate,
  StaticFeedbackProvider,
  denied,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import { GuardedSession } from '../guarded-session.ts';
import { CodexCalls } from './calls.ts';
import { guardCodex, type CodexEvent, type CodexGuard, type CodexThread } from './index.ts';

const noRm: ToolPolicy = {
  name: 'no-rm',
  check: (_tool, params) =>
    JSON.stringify(params).includes('rm') ? denied('nothing is removed') : ALLOWED,
};
const always = new FeedbackProviderConfig({
  provider: new StaticFeedbackProvider({ feedback: 'well done' }),
  trigger: new FeedbackTrigger({ everyNCalls: 1 }),
});
const template = new PromptTemplate({ ns: 'test', key: 'codex', sections: [], policies: [noRm] });
const prompt = new Prompt({ template });

/** A thread that does this when it is run. */
function thread(run: () => AsyncIterable<CodexEvent>): CodexThread {
  return { runStreamed: () => Promise.resolve({ events: run() }) };
}

/** The command that Codex is told to run at a tool call. */
function hookCommand(guard: CodexGuard): string {
  const { configOverrides } = guard.options({});
  const line = configOverrides.find((one) => one.startsWith('hooks.PreToolUse=')) ?? '';
  return JSON.parse(/command=("(?:[^"\\]|\\.)*")/.exec(line)?.[1] ?? '""') as string;
}

/** Runs it as Codex does. */
async function runHook(command: string, payload: object) {
  const child = spawn(command, { shell: true });
  child.stdin.end(JSON.stringify(payload));
  const [stdout, stderr] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, stdout, stderr };
}

const bash = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: command,
});

verifies('G14', 'nobody trusts hooks by accident', async () => {
  const unsaid = { prompt } as unknown as Parameters<typeof guardCodex>[0];
  await expect(guardCodex(unsaid)).rejects.toThrow('trustHooks must be true');
  await using guard = await guardCodex({ prompt, trustHooks: true });
  const { configOverrides } = guard.options({ configOverrides: ['model="x"'] });
  expect(configOverrides[0]).toBe('model="x"');
  // Only the hooks that are in the settings are in the list of the trusted ones.
  const trusted = configOverrides.filter((line) => line.includes('trusted_hash'));
  expect(trusted).toHaveLength(1);
  expect(trusted[0]?.match(/trusted_hash/g)).toHaveLength(4);
});

verifies('G14', 'hooks of the user in the same place are refused, not dropped', async () => {
  await using guard = await guardCodex({ prompt, trustHooks: true });
  expect(() => guard.options({ config: { hooks: {} } })).toThrow('config.hooks');
  expect(() => guard.options({ configOverrides: ['hooks.Stop=[]'] })).toThrow('config.hooks');
});

verifies(
  'G14',
  'the hook command carries the answer, and refuses when nobody answers',
  async () => {
    const guard = await guardCodex({ prompt, trustHooks: true });
    const command = hookCommand(guard);
    const ran: Awaited<ReturnType<typeof runHook>>[] = [];
    const turn = thread(async function* () {
      ran.push(await runHook(command, bash('rm -r /')));
      ran.push(await runHook(command, bash('ls')));
      yield { type: 'turn.completed' };
    });
    await guard.run(turn, 'Go.');
    expect(ran[0]).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(ran[0]?.stdout ?? '')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'nothing is removed',
      },
    });
    expect(ran[1]).toEqual({ exitCode: 0, stdout: '{}', stderr: '' });
    await guard.close();
    expect(await runHook(command, bash('ls'))).toMatchObject({ exitCode: 2, stdout: '' });
    const stop = { hook_event_name: 'Stop', stop_hook_active: false };
    expect(await runHook(command, stop)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(spawnSync(command, { shell: true, input: 'no JSON' }).status).toBe(2);
  },
);

verifies('G14', 'a Codex that does not run the hooks is ended at its first item', async () => {
  await using guard = await guardCodex({ prompt, trustHooks: true });
  const seen: string[] = [];
  const turn: CodexThread = {
    runStreamed: (_input, { signal } = {}) => {
      const events = async function* (): AsyncGenerator<CodexEvent> {
        yield { type: 'turn.started' };
        yield { type: 'item.completed', item: { type: 'error', message: 'a warning' } };
        yield { type: 'item.started', item: { type: 'command_execution' } };
        signal?.throwIfAborted();
        seen.push('went on');
      };
      return Promise.resolve({ events: events() });
    },
  };
  await expect(guard.run(turn, 'Go.')).rejects.toThrow('does not run the hooks');
  expect(seen).toEqual([]);
});

verifies('G14', 'an MCP tool whose failure no hook reports is recorded by its event', async () => {
  const told = new PromptTemplate({
    ns: 'test',
    key: 'codex',
    sections: [],
    feedbackProviders: [always],
  });
  const guarded = new GuardedSession('codex', { prompt: new Prompt({ template: told }) });
  const calls = new CodexCalls(guarded, undefined, []);
  const call = { tool_name: 'mcp__web__get', tool_input: { url: 'x' }, tool_use_id: 'one' };
  expect(await calls.before(call)).toEqual({});
  const content = [{ type: 'text', text: 'no such host' }];
  await calls.itemCompleted({
    type: 'mcp_tool_call',
    status: 'failed',
    server: 'web',
    tool: 'get',
    arguments: { url: 'x' },
    result: { content },
  });
  // What is to be said of it comes with the next call.
  const next = JSON.stringify(await calls.before({ ...call, tool_use_id: 'two' }));
  expect(next).toContain('additionalContext');
  expect(next.split('well done')).toHaveLength(2);
});
