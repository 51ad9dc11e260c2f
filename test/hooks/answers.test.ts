/**
 * What each client is answered, event by event, against a table that was written down from what was measured with the
 * real clients: the same answer means opposite things to two of them.
 */
import { describe, expect, test } from 'vitest';
import { HOOK_CLIENT_IDS, type ClientId } from '../../src/clients/table.ts';
import { recordedPayload } from './recorded-payloads.ts';
import { ANSWERS, runRecorded } from './run-recorded.ts';

/** Standard output for the answers say, deny and end, and for continue where that may be answered. */
interface Row {
  readonly say: unknown;
  readonly deny: unknown;
  readonly end: unknown;
  readonly continue?: unknown;
}

const context = (hookEventName: string, additionalContext: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext },
});
const denied = {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'a loop',
  },
};
/** All the same text: nothing can be done but tell. */
const told = (make: (text: string) => unknown): Row => ({
  say: make('mind the tests'),
  deny: make('a loop'),
  end: make('a loop'),
});
const inContext = (event: string) => told((text) => context(event, text));
const toPerson = told((systemMessage) => ({ systemMessage }));
const nothing: Row = { say: null, deny: null, end: null };
const ended = { continue: false, stopReason: 'a loop' };
const blockedStop = { decision: 'block', reason: 'run npm test' };

const TABLE: Readonly<Record<ClientId, Readonly<Record<string, Row>>>> = {
  'claude-code': {
    SessionStart: inContext('SessionStart'),
    UserPromptSubmit: {
      say: context('UserPromptSubmit', 'mind the tests'),
      deny: { decision: 'block', reason: 'a loop' },
      end: { decision: 'block', reason: 'a loop', continue: false, stopReason: 'a loop' },
    },
    PreToolUse: {
      say: context('PreToolUse', 'mind the tests'),
      deny: denied,
      end: { continue: false, stopReason: 'a loop', ...denied },
    },
    PostToolUse: { ...inContext('PostToolUse'), end: ended },
    PostToolUseFailure: inContext('PostToolUseFailure'),
    Stop: { ...toPerson, end: ended, continue: blockedStop },
    SubagentStop: { ...toPerson, end: ended, continue: blockedStop },
    PreCompact: {
      say: { systemMessage: 'mind the tests' },
      deny: { decision: 'block', reason: 'a loop' },
      end: { decision: 'block', reason: 'a loop' },
    },
    PostCompact: toPerson,
    SessionEnd: nothing,
  },
  codex: {
    SessionStart: inContext('SessionStart'),
    UserPromptSubmit: {
      say: context('UserPromptSubmit', 'mind the tests'),
      deny: { decision: 'block', reason: 'a loop' },
      end: { decision: 'block', reason: 'a loop' },
    },
    PreToolUse: { say: context('PreToolUse', 'mind the tests'), deny: denied, end: denied },
    PostToolUse: inContext('PostToolUse'),
    Stop: { ...toPerson, continue: blockedStop },
    SubagentStop: { ...toPerson, continue: blockedStop },
    PreCompact: toPerson,
    PostCompact: toPerson,
    SessionEnd: nothing,
  },
  'gemini-cli': {
    SessionStart: inContext('SessionStart'),
    BeforeAgent: {
      say: context('BeforeAgent', 'mind the tests'),
      deny: { decision: 'deny', reason: 'a loop' },
      end: ended,
    },
    BeforeTool: {
      say: { systemMessage: 'mind the tests' },
      deny: { decision: 'deny', reason: 'a loop' },
      end: ended,
    },
    AfterTool: { ...inContext('AfterTool'), end: ended },
    AfterModel: { ...toPerson, end: ended },
    AfterAgent: {
      ...toPerson,
      end: ended,
      continue: { decision: 'deny', reason: 'Tripwire: this is not done yet. run npm test' },
    },
    PreCompress: toPerson,
    SessionEnd: toPerson,
  },
  opencode: {
    ...Object.fromEntries(
      [
        'session.created',
        'tool.execute.after',
        'experimental.session.compacting',
        'session.compacted',
        'message.updated',
        'session.deleted',
      ].map((event) => [
        event,
        {
          say: { action: 'pass', say: 'mind the tests' },
          deny: { action: 'pass', say: 'a loop' },
          end: { action: 'deny', reason: 'a loop', endsSession: true },
        },
      ]),
    ),
    ...Object.fromEntries(
      ['chat.message', 'tool.execute.before'].map((event) => [
        event,
        {
          say: { action: 'pass', say: 'mind the tests' },
          deny: { action: 'deny', reason: 'a loop', endsSession: false },
          end: { action: 'deny', reason: 'a loop', endsSession: true },
        },
      ]),
    ),
    'session.idle': {
      ...told((say) => ({ action: 'pass', say })),
      continue: { action: 'continue', reason: 'run npm test' },
    },
  },
};

/** Gemini CLI's own compactions are not reported; a person's is. */
function payloadOf(client: ClientId, eventName: string) {
  const payload = recordedPayload(client, eventName);
  return eventName === 'PreCompress' ? { ...payload, trigger: 'manual' } : payload;
}

describe.each(HOOK_CLIENT_IDS)('answers to %s', (client) => {
  const rows = Object.entries(TABLE[client]);

  test.each(rows)('%s: nothing to say', async (eventName) => {
    const { json, output } = await runRecorded(client, payloadOf(client, eventName), ANSWERS.pass);
    expect(json).toEqual(client === 'opencode' ? { action: 'pass', say: null } : null);
    expect(output).toMatchObject({ stderr: '', exitCode: 0 });
  });

  test.each(rows)('%s: say, deny, end', async (eventName, row) => {
    for (const kind of ['say', 'deny', 'end'] as const) {
      const { json, output } = await runRecorded(
        client,
        payloadOf(client, eventName),
        ANSWERS[kind],
      );
      expect(json, kind).toEqual(row[kind]);
      expect(output.exitCode, kind).toBe(0);
      // What cannot be put into an answer is at least on standard error.
      const text = kind === 'say' ? 'mind the tests\n' : 'a loop\n';
      expect(output.stderr, kind).toBe(row[kind] === null ? text : '');
    }
  });

  test.each(rows)('%s: continue', async (eventName, row) => {
    const { json, output } = await runRecorded(
      client,
      payloadOf(client, eventName),
      ANSWERS.continue,
    );
    if (row.continue !== undefined) {
      expect(json).toEqual(row.continue);
      expect(output).toMatchObject({ stderr: '', exitCode: 0 });
      return;
    }
    // It makes no sense here, so it is a failure like any other.
    expect(output.stderr).toContain(`"continue" is no answer to the event ${eventName}`);
  });
});

test('Codex is never answered with `continue`', async () => {
  for (const eventName of Object.keys(TABLE.codex)) {
    for (const answer of Object.values(ANSWERS)) {
      const { json } = await runRecorded('codex', recordedPayload('codex', eventName), answer);
      expect(Object.keys(json ?? {})).not.toContain('continue');
    }
  }
});

test('Claude Code is never told to end at a tool without the denial, which would let it run', async () => {
  const payload = recordedPayload('claude-code', 'PreToolUse');
  const { json } = await runRecorded('claude-code', payload, ANSWERS.end);
  expect(json).toMatchObject({ continue: false, ...denied });
});

test.each(HOOK_CLIENT_IDS)(
  '%s: a denial without a reason gets one, or Codex would drop it',
  async (client) => {
    const eventName = {
      'claude-code': 'PreToolUse',
      codex: 'PreToolUse',
      'gemini-cli': 'BeforeTool',
      opencode: 'tool.execute.before',
    }[client];
    const blank = { kind: 'deny', reason: ' ', endsSession: false } as const;
    const { output } = await runRecorded(client, recordedPayload(client, eventName), blank);
    expect(output.stdout).toContain('Tripwire denied this and gave no reason');
  },
);
