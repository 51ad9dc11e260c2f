/** What each kind of channel sends, to real receivers. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startReceiver } from './receiver.ts';
import { runningControl } from './running-control.ts';

const title = '[Tripwire] FIRING: All agents stopped by ';

/** Stops all agents with this channel, and gives what arrived. */
async function told(target: (url: string) => object) {
  const running = await runningControl();
  const receiver = await startReceiver();
  const body = { name: 'one', allow_private: true, target: target(receiver.url) };
  expect((await running.ask('/api/alert-channels', { method: 'POST', body })).status).toBe(201);
  await running.ask('/api/stop-all', {
    method: 'POST',
    body: { why: '<!channel> @everyone *now*' },
  });
  const [first] = await receiver.until(1);
  return { path: first?.path, body: JSON.parse(first?.body ?? '') as Record<string, unknown> };
}

test('Slack gets text in which nothing is a mention', async () => {
  const { body } = await told((url) => ({ kind: 'slack', url }));
  expect(body['text']).toContain(title);
  expect(body['text']).toContain('&lt;!channel&gt;');
});

test('Discord gets text that mentions nobody', async () => {
  const { body } = await told((url) => ({ kind: 'discord', url }));
  expect(body).toMatchObject({ allowed_mentions: { parse: [] } });
  expect(body['content']).toContain(title);
});

test('Teams gets a card', async () => {
  const { body } = await told((url) => ({ kind: 'teams', url }));
  expect(body).toMatchObject({
    type: 'message',
    attachments: [
      { content: { type: 'AdaptiveCard', body: [{ weight: 'Bolder' }, {}, {}, {}, {}] } },
    ],
  });
  expect(JSON.stringify(body)).toContain(String.raw`\\*now\\*`);
});

test('Telegram gets a message of the bot', async () => {
  const { path, body } = await told((url) => ({
    kind: 'telegram',
    bot_token: '1:x',
    chat_id: '7',
    url,
  }));
  expect(path).toBe('/bot1:x/sendMessage');
  expect(body).toMatchObject({ chat_id: '7' });
  expect(body['text']).toContain(title);
});

test('PagerDuty gets one incident through all its states', async () => {
  const running = await runningControl();
  const receiver = await startReceiver();
  const target = { kind: 'pagerduty', routing_key: 'key', url: `${receiver.url}/v2/enqueue` };
  const body = { name: 'pd', allow_private: true, target };
  await running.ask('/api/alert-channels', { method: 'POST', body });
  await running.ask('/api/stop-all', { method: 'POST' });
  await receiver.until(1);
  await running.ask('/api/resume-all', { method: 'POST' });
  const sent = (await receiver.until(2)).map(
    (one) => JSON.parse(one.body) as { event_action: string; dedup_key: string; payload: object },
  );
  expect(sent.map((one) => one.event_action)).toEqual(['trigger', 'resolve']);
  expect(sent[0]?.dedup_key).toBe(sent[1]?.dedup_key);
  expect(sent[0]?.payload).toMatchObject({ severity: 'critical' });
  expect(JSON.stringify(sent[0]?.payload)).toContain(`"summary":"${title}`);
});

test('email arrives by SMTP', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  );
  const { port } = server.server.address() as AddressInfo;
  const running = await runningControl();
  const target = {
    kind: 'email',
    host: '127.0.0.1',
    port,
    from: 'tw@example.com',
    to: 'ada@example.com',
  };
  const send = (allow: boolean) =>
    running.ask('/api/alert-channels', {
      method: 'POST',
      body: { name: 'mail', allow_private: allow, target },
    });
  expect((await send(false)).status).toBe(422);
  expect((await send(true)).status).toBe(201);
  await running.ask('/api/stop-all', { method: 'POST' });
  await vi.waitUntil(() => mails.length === 1, { timeout: 60_000 });
  expect(mails[0]).toContain(`Subject: ${title}`);
  expect(mails[0]).toContain('To: ada@example.com');
  expect(mails[0]).toContain('tripwire resume-all');
});
