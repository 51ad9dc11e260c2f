/** A link that stops all agents, without a token and without typing; it can do nothing else. */
import { expect, test } from 'vitest';
import { callOnce, asking, runningControl, type RunningControl } from './running-control.ts';

interface Link {
  readonly id: string;
  readonly url: string;
  readonly last_used_at: number | null;
}

const anybody = { token: null } as const;
const pathOf = ({ url }: Link) => new URL(url).pathname;

async function made({ ask }: RunningControl, body: object = { label: 'my phone' }): Promise<Link> {
  const answer = await ask('/api/panic-links', { method: 'POST', body });
  expect(answer.status).toBe(201);
  return answer.body as Link;
}

const isStopped = async ({ gate }: RunningControl) =>
  (await gate.agent('sam')).holds.map(({ hold }) => hold);

test('opening it shows one button and stops nobody; the button stops everybody', async () => {
  const at = await runningControl();
  await callOnce(at.gate, asking('sam'));
  const link = await made(at);
  const shown = await at.ask(pathOf(link), anybody);
  expect(shown.status).toBe(200);
  expect(shown.text.match(/<button>/g)).toHaveLength(1);
  expect(shown.text).not.toMatch(/<input|<textarea|<script/);
  expect(shown.text).toContain('width=device-width');
  expect(shown.headers['content-security-policy']).toContain("default-src 'none'");
  expect(await isStopped(at)).toEqual([]);

  const pressed = await at.ask(pathOf(link), { ...anybody, method: 'POST' });
  expect(pressed.status).toBe(200);
  expect(pressed.text).toContain('All agents are stopped.');
  expect(await isStopped(at)).toEqual(['stop_all']);
  const events = (await at.ask('/api/events')).body as readonly { reason: string }[];
  expect(events.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining('stop-all by panic link my phone'),
  );
  const [kept] = (await at.ask('/api/panic-links')).body as readonly Link[];
  expect(kept?.last_used_at).not.toBeNull();
  expect(JSON.stringify(kept)).not.toContain(pathOf(link).slice('/panic/'.length));
  // It works again, because a stop is never one too many.
  expect((await at.ask(pathOf(link), { ...anybody, method: 'POST' })).status).toBe(200);
});

test('it releases nobody and opens nothing else', async () => {
  const at = await runningControl();
  await callOnce(at.gate, asking('sam'));
  const secret = pathOf(await made(at)).slice('/panic/'.length);
  for (const [path, method] of [
    ['/api/resume-all', 'POST'],
    ['/api/stop-all', 'POST'],
    ['/api/agents', 'GET'],
    ['/api/panic-links', 'GET'],
  ] as const) {
    const sent = method === 'POST' ? { method, body: {} } : {};
    expect((await at.ask(path, { ...sent, token: secret })).status).toBe(401);
  }
  expect(await isStopped(at)).toEqual([]);
});

test('one that is wrong, revoked or too old does nothing, and all look the same', async () => {
  let now = 1_000_000;
  const at = await runningControl({ time: { wallMs: () => now, monotonicMs: () => now } });
  await callOnce(at.gate, asking('sam'));
  const revoked = await made(at);
  const gone = await at.ask(`/api/panic-links/${revoked.id}`, { method: 'DELETE', body: {} });
  expect(gone.status).toBe(200);
  const old = await made(at, { label: 'short', expires_in_s: 60 });
  now += 60_000;
  const wrong = `/panic/${'A'.repeat(43)}`;
  const answers = [];
  for (const path of [pathOf(revoked), pathOf(old), wrong, '/panic/x', '/panic/']) {
    for (const method of ['GET', 'POST']) answers.push(await at.ask(path, { ...anybody, method }));
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  // It is read on a phone by somebody in a hurry: a page, with what works instead.
  expect(answers[0]?.headers['content-type']).toContain('text/html');
  expect(answers[0]?.text).toMatch(
    /<h1>This link doesn’t work[^]*Nothing was stopped[^]*tripwire stop-all/,
  );
  expect(await isStopped(at)).toEqual([]);
});

test('a page elsewhere cannot press the button', async () => {
  const at = await runningControl();
  await callOnce(at.gate, asking('sam'));
  const path = pathOf(await made(at));
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const answer = await at.ask(path, { ...anybody, method: 'POST', headers });
  expect(answer.status).toBe(403);
  expect(await isStopped(at)).toEqual([]);
});
