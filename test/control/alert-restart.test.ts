/** A server that is killed while it owes an alert delivers it after its restart, once. */
import { expect, onTestFinished, test } from 'vitest';
import type { AlertDelivery } from '../../src/control/api/client.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { startReceiver } from './receiver.ts';

test('kill -9 between the stop and its alert loses nothing and tells nothing twice', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const receiver = await startReceiver();
  receiver.answers = null;
  const first = await startTripwire(home);
  const target = { kind: 'webhook', url: receiver.url };
  await first.api('/api/alert-channels', { name: 'hook', allow_private: true, target });
  await first.api('/api/stop-all', { why: 'a test' });
  await receiver.until(1);
  await first.end('SIGKILL');

  receiver.answers = 200;
  const second = await startTripwire(home);
  onTestFinished(async () => {
    await second.end();
  });
  await receiver.until(2);
  const delivered = async () =>
    second.api<readonly AlertDelivery[]>('/api/alert-deliveries?state=delivered');
  await expect.poll(delivered, { timeout: 60_000 }).toHaveLength(1);
  expect(await second.api('/api/alert-deliveries?state=pending')).toEqual([]);
  // The one that was never answered and its second try carry the same id.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
}, 90_000);
