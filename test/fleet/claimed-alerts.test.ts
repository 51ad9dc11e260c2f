/** Two nodes that both take themselves for the one that sends alerts send each message once. */
import { onTestFinished, expect, test } from 'vitest';
import { NO_LOG } from '../../src/base/log.ts';
import type { Alert, Channel } from '../../src/control/alerts/alert-shapes.ts';
import { Outbox } from '../../src/control/alerts/outbox.ts';
import { openPostgresStore } from '../../src/store/index.ts';
import { startReceiver } from '../control/receiver.ts';
import { newDatabase } from './shared-postgres.ts';

const alertOf = (id: string): Alert => ({
  id,
  rule: 'stop_all',
  agent: '*',
  session: null,
  what: `alert ${id}`,
  numbers: '',
  cost: '',
  incident: null,
  how_to_resume: 'resume',
  state: 'firing',
  fired_at: 1,
  changed_at: 1,
  acknowledged_by: null,
});

test('what two nodes want to send at the same time is sent once', async () => {
  const url = await newDatabase();
  const receiver = await startReceiver();
  const channel: Channel = {
    name: 'hook',
    enabled: true,
    allow_private: true,
    target: { kind: 'webhook', url: receiver.url },
    created_at: 1,
    last: null,
  };
  const outboxes = await Promise.all(
    [1, 2, 3].map(async () => {
      const store = await openPostgresStore({ url });
      const outbox = new Outbox({
        store,
        log: NO_LOG,
        isFirst: () => true,
        isShared: true,
        now: () => Date.now(),
        channels: () => new Map([['hook', channel]]),
        tried: () => Promise.resolve(),
        links: () => ({ base: null, actions: [] }),
      });
      onTestFinished(async () => {
        await outbox.close();
        await store.close();
      });
      return { outbox, store };
    }),
  );
  const put = ['a', 'b', 'c', 'd'].map((id) => {
    const value = { channel: 'hook', alert: alertOf(id), attempts: 0, created_at: 1 };
    const body = JSON.stringify({ ...value, delivered_at: null, problem: null });
    return { kind: 'delivery', id, at: 1, body };
  });
  await outboxes[0]?.store.changeDocuments({ put });
  for (const { outbox } of outboxes) outbox.wake();
  const [first] = outboxes;
  const done = async () => (await first?.outbox.list('delivered', 10))?.length;
  const patient = { timeout: 30_000, interval: 50 };
  await expect
    .poll(async () => {
      for (const { outbox } of outboxes) outbox.wake();
      return done();
    }, patient)
    .toBe(4);
  for (const { outbox } of outboxes) await outbox.close();
  expect(
    receiver.received.map(({ body }) => /alert (\w)/.exec(body)?.[1]).toSorted(byText),
  ).toEqual(['a', 'b', 'c', 'd']);
});

function byText(one = '', other = ''): number {
  return one < other ? -1 : 1;
}
