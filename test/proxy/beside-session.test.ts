/** What a client asks beside a session's task belongs to that session: it is stopped with it, and is no session of its own. */
import { expect, test, vi } from 'vitest';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A request of Kilo, as it was seen on the wire. */
async function ask({ server }: WholeServer, session: string): Promise<number> {
  const answer = await fetch(`${server.url}/agents/sam/openai/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer made-up',
      'user-agent': 'Kilo-Code/7.7.7 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14',
      'x-session-id': session,
      'x-session-affinity': session,
    },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: `For ${session}.` }] }),
  });
  await answer.text();
  return answer.status;
}

test('a title of a stopped session is refused, one of another session passes', async () => {
  const at = await wholeServer();
  for (const session of ['ses_1', 'title-ses_1', 'ses_2']) expect(await ask(at, session)).toBe(200);
  const { sessions } = await at.api<{ sessions: readonly { id: string }[] }>('/api/agents/sam');
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(['ses_1', 'ses_2']);
  await at.api('/api/agents/sam/deactivate', { by: 'ann', why: 'enough', session: 'ses_1' });
  const before = at.provider.requests.length;
  for (const beside of ['ses_1', 'title-ses_1', 'branch-name:ses_1']) {
    expect(await ask(at, beside)).toBe(400);
  }
  expect(at.provider.requests).toHaveLength(before);
  for (const beside of ['ses_2', 'title-ses_2']) expect(await ask(at, beside)).toBe(200);
});
