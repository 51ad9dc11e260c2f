/** A refusal names the page about the stop, and that page is there. */
import { expect, test, vi } from 'vitest';
import { AgentStopped, ServerGate } from '../../src/adapters/index.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Refused {
  readonly error: { readonly message: string; readonly tripwire: { readonly link?: string } };
}

async function refused(at: WholeServer, agent: string): Promise<Refused['error']> {
  const answer = await fetch(`${at.server.url}/agents/${agent}/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-own' },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello there.' }] }),
  });
  expect(answer.status).toBe(400);
  return ((await answer.json()) as Refused).error;
}

/** The incident behind a link of a refusal, as the page asks for it. */
async function behind(at: WholeServer, link = 'nothing'): Promise<unknown> {
  expect(link).toMatch(new RegExp(`^${at.server.adminUrl}/incidents/`));
  return at.api(`/api/incidents/${link.slice(`${at.server.adminUrl}/incidents/`.length)}`);
}

test('a loop, a stop by hand and a stop of all name their page, at the base URL and in a library', async () => {
  const at = await wholeServer();
  const end = await at.agent('looping', 'sam');
  expect(end.reason).toBe('refused');
  const loop = (await refused(at, 'sam')).tripwire.link;
  expect(await behind(at, loop)).toMatchObject({ agent: 'sam', kind: 'kill_switch' });

  await at.api('/api/agents', { name: 'joe' });
  await at.api('/api/agents/joe/deactivate', { by: 'ann', why: 'seen enough' });
  const { message, tripwire } = await refused(at, 'joe');
  expect(await behind(at, tripwire.link)).toMatchObject({ agent: 'joe', kind: 'manual' });
  // A port may read as an error to some clients; then the sentence goes without it.
  if (message.includes('See ')) expect(message).toContain(`See ${tripwire.link}`);

  const refusal = await new ServerGate({ url: at.server.url }).standing('joe');
  expect(refusal).toMatchObject({ link: tripwire.link });
  if (refusal !== null) expect(new AgentStopped(refusal).message).toContain(`See ${tripwire.link}`);

  await at.api('/api/stop-all', { by: 'ann', why: 'a fire' });
  const all = (await refused(at, 'kim')).tripwire.link;
  expect(await behind(at, all)).toMatchObject({ kind: 'stop_all' });
});

test('a budget that is spent is no incident and names no page', async () => {
  const at = await wholeServer({
    yaml: 'agents:\n  sam:\n    budgets:\n      tokens_per_day: 1\n',
  });
  expect((await refused(at, 'sam')).tripwire).not.toHaveProperty('link');
});

test('the page is named where people said it is', async () => {
  const at = await wholeServer();
  await at.api('/api/settings', { dashboard_url: 'https://tripwire.example' }, 'PATCH');
  await at.api('/api/agents', { name: 'joe' });
  await at.api('/api/agents/joe/deactivate', { by: 'ann', why: 'seen enough' });
  expect((await refused(at, 'joe')).tripwire.link).toMatch(
    /^https:\/\/tripwire\.example\/incidents\/\d+%40joe$/,
  );
});
