import type { Family } from '../family.ts';

export const poisonMessage: Family = {
  name: 's_poison_message',
  what: 'takes the same message from a queue over and over; it cannot be imported and comes back each time',
  batch: 9,
  limit: 24,
  play(agent) {
    const queue = `https://sqs.eu-central-1.example/4711/${agent.words.noun()}-import`;
    agent.prompt(`Work off ${queue}: import each message, delete it when it is in.`);
    const id = agent.words.uuid();
    const row = agent.between(3, 40);
    const body = {
      supplier: agent.words.person(),
      invoice: `INV-${agent.between(10_000, 99_999)}`,
      rows: row + agent.between(1, 20),
      file: `s3://inbox/${agent.words.hex(12)}.csv`,
    };
    let received = 0;
    agent.loopBegins();
    agent.times(14, 22, () => {
      received += 1;
      const handle = agent.words.opaque(60);
      agent.call(
        'sqs_receive',
        { queue, max: 1, wait_s: 5 },
        {
          Messages: [
            {
              MessageId: id,
              ReceiptHandle: handle,
              Body: JSON.stringify(body),
              Attributes: {
                ApproximateReceiveCount: `${received}`,
                SentTimestamp: '1789912345678',
              },
            },
          ],
        },
        { saying: agent.pick(['Next message.', '', 'Fetching the next one.']) },
      );
      agent.call(
        'import_invoice',
        { file: body.file, invoice: body.invoice },
        {
          imported: 0,
          problem: `row ${row}: column "net" is not a number`,
          took_ms: agent.between(80, 900),
          job: agent.words.hex(10),
        },
      );
      agent.call(
        'sqs_change_visibility',
        { queue, receipt_handle: handle, timeout_s: 0 },
        { ResponseMetadata: { RequestId: agent.words.uuid(), HTTPStatusCode: 200 } },
        {
          saying: agent.pick(['I will put it back for a later try.', 'Back to the queue with it.']),
        },
      );
    });
  },
};
