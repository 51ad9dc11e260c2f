/** Hooks of a client whose subagent, or whose turn, was stopped: what else it does goes on. */
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { AGENT, hookServerPlace, isRefusal, payloadIn } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

type Place = Awaited<ReturnType<typeof hookServerPlace>>;

/** Claude Code says in each event which session it is and, of a subagent, which. */
async function hookOf(at: Place, folder: string) {
  const recorded = recordedPayload('claude-code', 'PreToolUse') as { readonly session_id: string };
  const ask = async (eventName: string, subagent?: string) => {
    const payload = payloadIn(folder, recordedPayload('claude-code', eventName));
    const { json } = await at.post('claude-code', {
      ...(payload as object),
      session_id: recorded.session_id,
      ...(subagent === undefined ? {} : { agent_id: subagent, agent_type: 'general' }),
    });
    return json;
  };
  await ask('PreToolUse');
  return { ask, session: recorded.session_id };
}

verifies('X18', 'the hook of a stopped subagent denies and does not end the session', async () => {
  const at = await hookServerPlace();
  const { ask, session } = await hookOf(at, at.project());
  expect(isRefusal(await ask('PreToolUse', 'worker-1'))).toBe(false);
  const act = { agent: AGENT, session, thread: 'worker-1', by: 'bob', why: 'enough' };
  await at.server.gate.operate({ ...act, action: 'deactivate' });
  const denied = await ask('PreToolUse', 'worker-1');
  expect(isRefusal(denied)).toBe(true);
  expect(denied).not.toMatchObject({ continue: false });
  expect(isRefusal(await ask('PreToolUse', 'worker-2'))).toBe(false);
  expect(isRefusal(await ask('PreToolUse'))).toBe(false);
});

verifies(
  'X18',
  'a stopped turn ends at its next tool, and the next prompt is a new one',
  async () => {
    const at = await hookServerPlace();
    const { ask, session } = await hookOf(at, at.project());
    const act = { agent: AGENT, session, thread: 'main', by: 'bob', why: 'enough' };
    await at.server.gate.operate({ ...act, action: 'deactivate', turn: true });
    const denied = await ask('PreToolUse');
    expect(isRefusal(denied)).toBe(true);
    expect(denied).toMatchObject({ continue: false });
    expect(isRefusal(await ask('PreToolUse', 'worker-1'))).toBe(false);
    expect(isRefusal(await ask('UserPromptSubmit'))).toBe(false);
    expect(isRefusal(await ask('PreToolUse'))).toBe(false);
  },
);
