import type { Family } from '../family.ts';

export const overnightBatch: Family = {
  name: 'h_overnight_batch',
  what: 'asks every few minutes for a batch of model requests that shows no progress at first, then finishes',
  batch: 11,
  play(agent) {
    const total = agent.between(8, 60) * 100;
    const id = `batch_${agent.words.hex(24)}`;
    agent.prompt(
      `Classify the ${total} tickets in tickets.jsonl through the batch interface. It may take hours; wait for it.`,
    );
    agent.call(
      'upload_file',
      { path: 'tickets.jsonl', purpose: 'batch' },
      { id: `file-${agent.words.opaque(22)}`, bytes: agent.between(900_000, 9_000_000) },
    );
    agent.call('create_batch', { endpoint: '/v1/responses' }, { id, status: 'validating' });
    const expires = agent.seconds() + 86_400;
    let completed = 0;
    const poll = (status: string) => {
      agent.rest(agent.between(150_000, 330_000));
      agent.call(
        'retrieve_batch',
        { batch_id: id },
        {
          id,
          status,
          request_counts: { total, completed, failed: 0 },
          output_file_id: status === 'completed' ? `file-${agent.words.opaque(22)}` : null,
          expires_at: expires,
        },
        {
          saying: agent.pick([
            '',
            'Still running. I will look again in a few minutes.',
            'Waiting.',
          ]),
        },
      );
    };
    agent.times(1, 3, () => poll('validating'));
    agent.times(10, 18, () => poll('in_progress'));
    const steps = agent.between(10, 16);
    for (let step = 1; step <= steps; step += 1) {
      // The count comes in lumps; now and then it has not moved between two looks.
      if (!agent.random.chance(0.25)) completed = Math.floor((total * step) / steps);
      poll('in_progress');
    }
    completed = total;
    agent.times(1, 3, () => poll('finalizing'));
    poll('completed');
    agent.call(
      'download_file',
      { batch_id: id, to: 'classified.jsonl' },
      { saved: 'classified.jsonl', lines: total },
    );
    agent.answer(`All ${total} tickets are classified.`);
  },
};
