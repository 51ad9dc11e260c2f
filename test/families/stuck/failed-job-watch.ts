import type { Family } from '../family.ts';

export const failedJobWatch: Family = {
  name: 's_failed_job_watch',
  what: 'keeps waiting for a job that has failed',
  batch: 4,
  limit: 16,
  play(agent) {
    const job = `job-${agent.words.hex(6)}`;
    agent.prompt('Train the model and report its accuracy.');
    agent.call('start_job', { script: 'train.py' }, { job, status: 'queued' });
    agent.times(1, 3, () => {
      agent.call('wait', { seconds: 30 }, 'ok', { tookMs: 30_000 });
      agent.call('get_job', { job }, { job, status: 'running' });
    });
    agent.loopBegins();
    agent.times(16, 24, () => {
      const seconds = agent.pick([30, 45, 60]);
      agent.call('wait', { seconds }, 'ok', { tookMs: seconds * 1000 });
      agent.call(
        'get_job',
        { job },
        { job, status: 'failed', error: 'CUDA out of memory', checked_at: agent.clock() },
      );
    });
  },
};
