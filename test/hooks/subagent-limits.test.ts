/** Limits of subagents where hooks alone see the session: a call that starts one too many is denied, and the session goes on. */
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { hookServerPlace, isRefusal, type HookServerPlace } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Told {
  readonly tool?: string;
  readonly session?: string;
  /** The subagent that calls. */
  readonly by?: string;
  readonly result?: unknown;
}

type Client = 'claude-code' | 'codex';
const TASK = { 'claude-code': 'Task', codex: 'spawn_agent' } as const;
const REPORT = 'Looked at all of it.\nThe cache is read twice.\nNothing else is slow.';

/** A client whose hooks ask by HTTP. */
function clientAt(at: HookServerPlace, client: Client = 'claude-code') {
  const cwd = at.project();
  const payload = (event: string, id: string, { tool, session, by, result }: Told) => ({
    ...recordedPayload(client, event),
    cwd,
    transcript_path: null,
    session_id: session ?? 'session-1',
    tool_name: tool ?? TASK[client],
    tool_input: { description: `look at ${id}`, prompt: `Find out about ${id}.` },
    tool_use_id: id,
    ...(by === undefined ? {} : { agent_id: by }),
    ...(result === undefined ? {} : { tool_response: result }),
  });
  const hook = async (event: string, id: string, told: Told = {}) => {
    const { json } = await at.post(client, payload(event, id, told));
    return JSON.stringify(json);
  };
  return {
    payload,
    starts: (id: string, told?: Told) => hook('PreToolUse', id, told),
    ends: (id: string, told: Told = {}) => hook('PostToolUse', id, { result: REPORT, ...told }),
    stopped: (by: string) => hook('SubagentStop', 'none', { by }),
  };
}

verifies(
  'X19',
  'no more are at work at once than may be; one that is back makes room',
  async () => {
    const at = await hookServerPlace('subagents: { at_once: 2 }\n');
    const { starts, ends } = clientAt(at);
    expect(isRefusal(await starts('a'))).toBe(false);
    expect(isRefusal(await starts('b'))).toBe(false);
    const refused = await starts('c');
    expect(isRefusal(refused)).toBe(true);
    expect(refused).toContain('2 subagents of this session are at work, 2 may be');
    expect(refused).toContain('Wait for other subagents to finish');
    // The session goes on, and others have their own.
    expect(isRefusal(await starts('d', { tool: 'Read' }))).toBe(false);
    expect(isRefusal(await starts('e', { session: 'session-2' }))).toBe(false);
    await ends('a');
    expect(isRefusal(await starts('c'))).toBe(false);
    expect(isRefusal(await starts('f'))).toBe(true);
  },
);

verifies('X19', 'a fan-out whose members finish is never stopped for its size', async () => {
  const at = await hookServerPlace('subagents: { at_once: 3, depth: 1 }\n');
  const { starts, ends } = clientAt(at);
  for (let round = 0; round < 12; round += 1) {
    const ids = [1, 2, 3].map((one) => `${round}-${one}`);
    for (const id of ids) expect(isRefusal(await starts(id))).toBe(false);
    for (const id of ids) await ends(id);
  }
});

verifies('X19', 'so many are started in a time, and a subagent starts none too deep', async () => {
  const at = await hookServerPlace('subagents: { started: { count: 3, minutes: 10 }, depth: 1 }\n');
  const { starts, ends } = clientAt(at);
  expect(isRefusal(await starts('a'))).toBe(false);
  const nested = await starts('n', { by: 'agent-a' });
  expect(nested).toContain('a subagent at depth 2 asks, 1 is the deepest');
  await ends('a');
  for (const id of ['b', 'c']) {
    expect(isRefusal(await starts(id))).toBe(false);
    await ends(id);
  }
  expect(await starts('d')).toContain('3 subagents were started lately, 3 may be');
});

verifies(
  'X19',
  'one that works beside the conversation counts until its client says it ended',
  async () => {
    const at = await hookServerPlace('subagents: { at_once: 1 }\n');
    const { starts, ends, stopped } = clientAt(at, 'codex');
    const id = '019f8d9b-3d52-7a01-9c1e-5b1d0e3c4f55';
    expect(isRefusal(await starts('a'))).toBe(false);
    await ends('a', { result: JSON.stringify({ agent_id: id }) });
    expect(isRefusal(await starts('b'))).toBe(true);
    await stopped(id);
    expect(isRefusal(await starts('b'))).toBe(false);
  },
);

verifies(
  'X19',
  'without limits nothing is counted; as a command the hook says the same',
  async () => {
    const free = clientAt(await hookServerPlace());
    for (let one = 0; one < 20; one += 1)
      expect(isRefusal(await free.starts(`${one}`))).toBe(false);
    const at = await hookServerPlace('subagents: { at_once: 1 }\n');
    const { payload } = clientAt(at);
    const asked = (id: string) =>
      runTripwire(['hook', 'claude-code'], JSON.stringify(payload('PreToolUse', id, {})), at.env);
    expect(isRefusal((await asked('a')).stdout)).toBe(false);
    expect((await asked('b')).stdout).toContain(
      '1 subagents of this session are at work, 1 may be',
    );
  },
);
