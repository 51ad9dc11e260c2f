/**
 * Webhooks that lead into this machine or its network, however the address is written: refused when they are saved and
 * again when they are sent to, and nothing is connected to. With allow_private they arrive.
 */
import { createServer, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { sendHttp } from '../../src/control/alerts/send-http.ts';
import { startReceiver } from './receiver.ts';
import { runningControl } from './running-control.ts';

/** Ways to write an address that no alert may go to. */
const HOSTS: readonly string[] = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0251.0376.0251.0376',
  '2852039166',
  '0xA9FEA9FE',
  '169.254.43518',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '[::]',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[2002:a9fe:a9fe::]',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'metadata.google.internal',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
];

/** Something on this machine that nobody may reach through an alert. */
async function privateService(): Promise<{ readonly port: number; connections(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

test('saved through the API', async () => {
  const { ask } = await runningControl();
  const service = await privateService();
  const made = await ask('/api/alert-channels', {
    method: 'POST',
    body: {
      name: 'fine',
      target: { kind: 'webhook', url: 'https://8.8.8.8/in' },
    },
  });
  expect(made.status).toBe(201);
  const { id } = made.body as { readonly id: string };
  for (const kind of ['webhook', 'slack', 'discord', 'teams']) {
    for (const host of HOSTS) {
      const url = `https://${host}:${service.port}/latest/meta-data/`;
      const target = { kind, url };
      const body = { name: 'probe', target };
      const added = await ask('/api/alert-channels', { method: 'POST', body });
      expect([400, 422], `${kind} ${url}: ${added.text}`).toContain(added.status);
      const changed = await ask(`/api/alert-channels/${id}`, { method: 'PATCH', body: { target } });
      expect([400, 422], `${kind} ${url}: ${changed.text}`).toContain(changed.status);
    }
  }
  const plain = { kind: 'webhook', url: 'http://8.8.8.8/in' };
  const added = await ask('/api/alert-channels', {
    method: 'POST',
    body: { name: 'plain', target: plain },
  });
  expect(added.status).toBe(422);
  expect(service.connections()).toBe(0);
}, 60_000);

test('sent to, as if it had been saved: the address that is connected to is looked at', async () => {
  const service = await privateService();
  // A name that this machine resolves to itself stands for every name that somebody points elsewhere after saving.
  for (const host of [...HOSTS, hostname()]) {
    const url = `https://${host}:${service.port}/`;
    const sent = sendHttp({ url, body: '{}', allowPrivate: false });
    await expect(sent, url).rejects.toThrow();
  }
  expect(service.connections()).toBe(0);
}, 60_000);

test('an answer that leads elsewhere is not followed', async () => {
  const inner = await startReceiver();
  const outer = await startReceiver();
  outer.answers = 307;
  outer.location = `${inner.url}/latest/meta-data/`;
  const sent = sendHttp({ url: `${outer.url}/in`, body: '{}', allowPrivate: true });
  await expect(sent).rejects.toThrow('answered 307');
  expect(inner.received).toHaveLength(0);
});

test('with allow_private a receiver on this machine gets it', async () => {
  const receiver = await startReceiver();
  await sendHttp({ url: `${receiver.url}/in`, body: '{}', allowPrivate: true });
  expect(receiver.received).toHaveLength(1);
});
