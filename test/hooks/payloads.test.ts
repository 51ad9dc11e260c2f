/** Every payload that a client's hooks were seen to send is understood, as what it means. */
import { describe, expect, test } from 'vitest';
import { HOOK_CLIENT_IDS, type ClientId } from '../../src/clients/table.ts';
import { recordedPayload, recordedPayloads } from './recorded-payloads.ts';
import { ANSWERS, runRecorded } from './run-recorded.ts';

/** What the loop hears of each recorded payload; null: nothing. */
const KINDS: Readonly<Record<ClientId, Readonly<Record<string, string | null>>>> = {
  'claude-code': {
    SessionStart: 'session-start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'tool-before',
    PostToolUse: 'tool-after',
    PostToolUseFailure: 'tool-after',
    PostToolBatch: null,
    Stop: 'stop',
    SessionEnd: 'session-end',
    PermissionRequest: null,
    SubagentStart: null,
    'PreToolUse (subagent)': 'tool-before',
    'PostToolUse (subagent)': 'tool-after',
    'PostToolBatch (subagent)': null,
    SubagentStop: 'subagent-stop',
    'StopFailure (subagent)': null,
    PreCompact: 'before-compaction',
    PostCompact: 'after-compaction',
  },
  codex: {
    SessionStart: 'session-start',
    UserPromptSubmit: 'prompt',
    PreToolUse: 'tool-before',
    PostToolUse: 'tool-after',
    Stop: 'stop',
    SessionEnd: 'session-end',
    SubagentStart: null,
    'UserPromptSubmit (subagent)': 'prompt',
    'PreToolUse (subagent)': 'tool-before',
    'PostToolUse (subagent)': 'tool-after',
    SubagentStop: 'subagent-stop',
    PreCompact: 'before-compaction',
    PostCompact: 'after-compaction',
  },
  'gemini-cli': {
    SessionStart: 'session-start',
    BeforeAgent: 'prompt',
    // It fires before every model call, whether anything is compacted or not.
    PreCompress: null,
    BeforeModel: null,
    BeforeToolSelection: null,
    AfterModel: 'usage',
    BeforeTool: 'tool-before',
    AfterTool: 'tool-after',
    AfterAgent: 'stop',
    SessionEnd: 'session-end',
  },
  opencode: {
    'session.created': 'session-start',
    'chat.message': 'prompt',
    'tool.execute.before': 'tool-before',
    'tool.execute.before (subagent)': 'tool-before',
    'tool.execute.after': 'tool-after',
    'session.idle': 'stop',
    'session.idle (subagent)': 'subagent-stop',
    'experimental.session.compacting': 'before-compaction',
    'session.compacted': 'after-compaction',
    'message.updated': 'usage',
    'session.deleted': 'session-end',
  },
};

describe.each(HOOK_CLIENT_IDS)('payloads of %s', (client) => {
  test('the recorded ones are those of the table', () => {
    const titles = recordedPayloads(client).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(Object.keys(KINDS[client]).toSorted());
  });

  test.each(recordedPayloads(client))('$title', async ({ title, payload }) => {
    const kind = KINDS[client][title] ?? null;
    const { asked, output } = await runRecorded(client, payload, ANSWERS.pass);
    expect(asked.map((event) => event.kind)).toEqual(kind === null ? [] : [kind]);
    expect({ exitCode: output.exitCode, stderr: output.stderr }).toEqual({
      exitCode: 0,
      stderr: '',
    });
    for (const event of asked) expect(event.cwd).toBe('/home/ada/project');
  });

  test.each(recordedPayloads(client))('$title with fields of a later version', async (recorded) => {
    const payload = { ...recorded.payload, field_of_next_year: { deep: [1] } };
    const { output } = await runRecorded(client, payload, ANSWERS.pass);
    expect(output).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('what is read', () => {
  const readEvent = async (client: ClientId, eventName: string, more: object = {}) => {
    const payload = { ...recordedPayload(client, eventName), ...more };
    const { asked } = await runRecorded(client, payload, ANSWERS.pass);
    return asked[0];
  };

  test('a tool call of Claude Code, whole', async () => {
    expect(await readEvent('claude-code', 'PreToolUse', { agent_id: 'a1' })).toEqual({
      kind: 'tool-before',
      session: '00000001-0000-4000-8000-000000000001',
      agent: 'a1',
      atMs: expect.any(Number) as number,
      cwd: '/home/ada/project',
      transcript:
        '/home/ada/.claude/projects/-home-ada-project/00000001-0000-4000-8000-000000000001.jsonl',
      callId: 'toolu_000003',
      tool: 'Bash',
      args: { command: 'npm test', description: 'runs it' },
    });
  });

  test('results: output and errors of a command, text as it is, blocks of text, else JSON', async () => {
    const result = async (tool_response: unknown) =>
      readEvent('claude-code', 'PostToolUse', { tool_response });
    expect(await result({ stdout: 'out', stderr: 'warn' })).toMatchObject({ result: 'out\nwarn' });
    expect(await result('plain')).toMatchObject({ result: 'plain' });
    expect(await result([{ type: 'text', text: 'a' }, 'b'])).toMatchObject({ result: 'a\nb' });
    expect(await result({ content: [{ text: 'c' }] })).toMatchObject({ result: 'c' });
    expect(await result({ filePath: 'a.ts' })).toMatchObject({ result: '{"filePath":"a.ts"}' });
    expect(await result(null)).toMatchObject({ result: '' });
    expect(await result(7)).toMatchObject({ result: '7' });
  });

  test('whether a result is an error, as far as each client says', async () => {
    expect(await readEvent('claude-code', 'PostToolUse')).toMatchObject({ isError: null });
    expect(await readEvent('claude-code', 'PostToolUseFailure')).toMatchObject({
      isError: true,
      result: 'Exit code 3\nsrc/a.ts: type error',
    });
    expect(await readEvent('codex', 'PostToolUse')).toMatchObject({ isError: null });
    expect(await readEvent('gemini-cli', 'AfterTool')).toMatchObject({ isError: null });
    const failed = { tool_response: { llmContent: 'no', error: { message: 'no' } } };
    expect(await readEvent('gemini-cli', 'AfterTool', failed)).toMatchObject({ isError: true });
    const ran = (said: string) =>
      readEvent('gemini-cli', 'AfterTool', { tool_response: { llmContent: said } });
    const end = 'Process Group PGID: 26583\n</untrusted_context>';
    expect(await ran(`Output: no cat\nExit Code: 1\n${end}`)).toMatchObject({ isError: true });
    expect(await ran(`Output: Exit Code: 1\nExit Code: 1\nwas seen\n${end}`)).toMatchObject({
      isError: null,
    });
    expect(await readEvent('opencode', 'tool.execute.after')).toMatchObject({ isError: null });
    const exited = { exitCode: 1 };
    expect(await readEvent('opencode', 'tool.execute.after', exited)).toMatchObject({
      isError: true,
    });
  });

  test('the tokens of a model call of Gemini CLI; a piece without the count says nothing', async () => {
    expect(await readEvent('gemini-cli', 'AfterModel')).toMatchObject({
      kind: 'usage',
      contextTokens: 100,
      model: 'gemini-2.5-pro',
    });
    const piece = { llm_response: { text: 'I' } };
    expect(await readEvent('gemini-cli', 'AfterModel', piece)).toBeUndefined();
    const noPrompt = { llm_response: { usageMetadata: { totalTokenCount: 1 } } };
    expect(await readEvent('gemini-cli', 'AfterModel', noPrompt)).toBeUndefined();
  });

  test('a compaction that a person asks Gemini CLI for', async () => {
    expect(await readEvent('gemini-cli', 'PreCompress', { trigger: 'manual' })).toMatchObject({
      kind: 'before-compaction',
      trigger: 'manual',
    });
  });

  test('a subagent of OpenCode is an agent of the session above it', async () => {
    const child = { sessionID: 'ses_child', rootID: 'ses_root' };
    expect(await readEvent('opencode', 'tool.execute.before', child)).toMatchObject({
      session: 'ses_root',
      agent: 'ses_child',
    });
    expect(await readEvent('opencode', 'tool.execute.before')).toMatchObject({ agent: null });
  });

  test('that a stop was already blocked once, and what was said last', async () => {
    const again = { stop_hook_active: true, last_assistant_message: 'x'.repeat(5_000) };
    expect(await readEvent('codex', 'Stop', again)).toMatchObject({
      isStopHookActive: true,
      lastMessage: 'x'.repeat(5_000),
    });
    const silent = { last_assistant_message: null };
    expect(await readEvent('claude-code', 'Stop', silent)).toMatchObject({ lastMessage: null });
  });
});
