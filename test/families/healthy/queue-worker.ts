import type { Family } from '../family.ts';

export const queueWorker: Family = {
  name: 'h_queue_worker',
  what: 'takes the next job, does it, and reports it done; the calls hardly differ',
  batch: 1,
  play(agent) {
    agent.prompt('Work through the moderation queue.');
    agent.times(12, 30, () => {
      const id = agent.words.hex(8);
      agent.call('next_job', {}, { id, text: agent.words.sentence() });
      agent.call(
        'finish_job',
        { id, verdict: agent.pick(['allow', 'allow', 'block']) },
        { ok: true },
      );
    });
    agent.call('next_job', {}, { id: null });
    agent.answer('The queue is empty.');
  },
};
