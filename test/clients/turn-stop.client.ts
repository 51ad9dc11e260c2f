/** A turn that is stopped in a real client: it ends, the same session goes on with its next prompt, and no prompt is refused. */
import { onTestFinished, describe, expect, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { AGENT, openLab } from './lab.ts';
import type { TriedClient } from './tried-client.ts';

const patient = { timeout: 240_000 };

/** The same client, going on with its last session. */
const again = (client: TriedClient, more: (args: readonly string[]) => readonly string[]) => ({
  ...client,
  prepare: (...place: Parameters<TriedClient['prepare']>) => {
    const start = client.prepare(...place);
    return { ...start, args: more(start.args) };
  },
});

const clients = [
  { client: claudeCode, next: again(claudeCode, (args) => [...args, '--continue']) },
  {
    client: codex,
    next: again(codex, ([first = 'exec', ...args]) => [first, 'resume', '--last', ...args]),
  },
].map((one) => ({ ...one, title: one.client.title }));

const script: FakeScript = ({ lastUserText }) =>
  lastUserText.includes('another')
    ? { text: 'The other thing is done.' }
    : { text: 'never ends', pace: { hangAfterChunks: 1 } };

describe.each(clients)('$title', ({ client, next }) => {
  test('this turn ends, and the next prompt of the session passes', async () => {
    let now = client;
    const chosen: TriedClient = { ...client, prepare: (...args) => now.prepare(...args) };
    const place = await openLab(chosen, script);
    onTestFinished(() => place.close());
    const { gate, provider } = place;
    const first = place.run('Do one thing.');
    await vi.waitFor(() => {
      expect(provider.requests.some(({ bytesSent }) => bytesSent > 0)).toBe(true);
    }, patient);
    const session = (await gate.agent(AGENT)).sessions.find(({ id }) => id !== 'main')?.id ?? '';
    expect(session).not.toBe('');
    const act = { agent: AGENT, session, by: 'ann', why: 'not this' };
    const stopped = await gate.operate({
      ...act,
      thread: 'main',
      action: 'deactivate',
      turn: true,
    });
    expect(stopped.cut).toBeGreaterThan(0);
    const ended = await first;
    expect(ended.exitCode, ended.stderr).toBe(1);
    now = next;
    const second = await place.run('Now do another thing.');
    expect(second, second.stderr).toMatchObject({ exitCode: 0 });
    expect(second.stdout).toContain('The other thing is done.');
    const sessions = (await gate.agent(AGENT)).sessions.map(({ id }) => id);
    expect(sessions.filter((id) => id !== 'main')).toEqual([session]);
  });
});
