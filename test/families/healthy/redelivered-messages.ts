import type { Family } from '../family.ts';

export const redeliveredMessages: Family = {
  name: 'h_redelivered_messages',
  what: 'takes message after message from a queue; a few come twice, and what cannot be imported is put aside',
  batch: 9,
  play(agent) {
    const queue = `https://sqs.eu-central-1.example/4711/${agent.words.noun()}-import`;
    agent.prompt(`Work off ${queue}: import each message, delete it when it is in.`);
    const done = { ResponseMetadata: { HTTPStatusCode: 200 } };
    agent.times(14, 26, () => {
      const file = `s3://inbox/${agent.words.hex(12)}.csv`;
      const message = {
        MessageId: agent.words.uuid(),
        Body: JSON.stringify({
          supplier: agent.words.person(),
          invoice: `INV-${agent.between(10_000, 99_999)}`,
          file,
        }),
      };
      const take = (count: number) => {
        const handle = agent.words.opaque(60);
        const Attributes = { ApproximateReceiveCount: `${count}` };
        agent.call(
          'sqs_receive',
          { queue, max: 1, wait_s: 5 },
          { Messages: [{ ...message, ReceiptHandle: handle, Attributes }] },
          { saying: agent.pick(['Next message.', '', 'Fetching the next one.']) },
        );
        return handle;
      };
      const load = (result: Readonly<Record<string, unknown>>) =>
        agent.call(
          'import_invoice',
          { file },
          { ...result, took_ms: agent.between(80, 900), job: agent.words.hex(10) },
        );
      let handle = take(1);
      const isBad = agent.random.chance(0.25);
      if (isBad) {
        load({ imported: 0, problem: 'row 7: column "net" is not a number' });
        agent.call('sqs_change_visibility', { queue, receipt_handle: handle, timeout_s: 0 }, done);
        handle = take(2);
        load({ imported: 0, problem: 'row 7: column "net" is not a number' });
        agent.call(
          'sqs_send',
          { queue: `${queue}-failed`, body: message.Body },
          { MessageId: agent.words.uuid() },
        );
      } else load({ imported: agent.between(3, 60) });
      agent.call('sqs_delete', { queue, receipt_handle: handle }, done);
    });
    agent.call('sqs_receive', { queue, max: 1, wait_s: 5 }, { Messages: [] });
    agent.answer('The queue is empty.');
  },
};
