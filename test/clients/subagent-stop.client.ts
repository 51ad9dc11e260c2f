/** One subagent of a real client is stopped alone: it ends, its session reads that and finishes. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AskedTurn, FakeAnswer } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { unlessAside } from './hook-scripts.ts';
import { AGENT, openLab } from './lab.ts';
import { opencodeOnMessages } from './opencode.ts';
import type { TriedClient } from './tried-client.ts';

const patient = { timeout: 240_000, interval: 20 };
const SUBTASK = 'SUBTASK';
const WITHOUT_IT = 'I finish without the subagent.';

/** The main thread starts a subagent and waits for it; the subagent talks and never ends. */
function endlessSubagent(client: TriedClient) {
  const { subagent } = client;
  if (subagent === null) throw new Error(`${client.title} has no subagent that can be scripted`);
  return ({ lastUserText, toolResults }: AskedTurn): FakeAnswer => {
    if (lastUserText.includes(SUBTASK)) {
      return { text: 'The cat is not in the attic. '.repeat(9), pace: { hangAfterChunks: 6 } };
    }
    const [started, ...later] = toolResults;
    if (started === undefined) return { toolCalls: [subagent(`${SUBTASK}: find the cat.`)] };
    if (later.length === 0 && client.awaitSubagent !== undefined) {
      return { toolCalls: [client.awaitSubagent(started.text)] };
    }
    return { text: WITHOUT_IT };
  };
}

const clients = [claudeCode, codex, opencodeOnMessages].map((client) => ({
  client,
  title: client.title,
}));

describe.each(clients)('$title', ({ client }) => {
  test('a subagent that is stopped alone ends, and the session goes on without it', async () => {
    const place = await openLab(client, unlessAside(endlessSubagent(client)));
    onTestFinished(() => place.close());
    const { gate, provider, arrivals } = place;
    const running = place.run('find the cat');
    const asks = () =>
      provider.requests.find(
        ({ rawBody, bytesSent }) => bytesSent > 0 && isOfSubagent(rawBody.toString()),
      );
    await vi.waitFor(() => {
      expect(asks()).toBeDefined();
      expect(arrivals.all.every(({ begun }) => begun)).toBe(true);
    }, patient);
    const member = (await place.threads()).find(
      ({ thread, purpose }) => purpose === 'step' && thread !== null && thread !== 'main',
    );
    const { session, thread } = member ?? {};
    expect([session, thread]).toEqual([expect.any(String), expect.any(String)]);
    const at = { agent: AGENT, session: session ?? '', thread: thread ?? '' };
    const stopped = await gate.operate({ ...at, action: 'deactivate', by: 'ann', why: 'enough' });
    expect(stopped).toMatchObject({ marked: true, cut: 1 });
    const run = await running;
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(WITHOUT_IT);
    expect(asks()?.aborted).toBe(true);
    expect(arrivals.refused.length).toBeLessThanOrEqual(client.refusedAfterCutMax);
    const { deactivated_by: whole, sessions } = await gate.agent(AGENT);
    expect([whole, ...sessions.map(({ deactivated_by: by }) => by)]).not.toContain('manual');
  });
});

/** The subagent's own task comes first in its conversation; the main thread has it in a call. */
function isOfSubagent(body: string): boolean {
  return body.includes(SUBTASK) && !body.includes('"tool_use"') && !body.includes('spawn_agent"');
}
