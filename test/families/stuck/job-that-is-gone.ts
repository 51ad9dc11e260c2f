import type { Family } from '../family.ts';

export const jobThatIsGone: Family = {
  name: 's_job_that_is_gone',
  what: 'waits for a job that nobody knows any more',
  batch: 8,
  limit: 14,
  play(agent) {
    const id = `job-${agent.words.hex(6)}`;
    agent.prompt(`Wait for ${id} and download its result.`);
    agent.loopBegins();
    const pause = agent.pick([10, 20, 30]);
    agent.times(16, 28, () => {
      if (agent.manner === 'custom' || agent.manner === 'opencode') {
        agent.call(
          'get_job_status',
          { job_id: id },
          { error: 'job not found', job_id: id },
          { failed: agent.random.chance(0.2) },
        );
        agent.rest(pause * 1000);
      } else
        agent.shell(
          `sleep ${pause}; jobctl status ${id}`,
          { text: `jobctl: no such job: ${id}`, exit: 3 },
          { tookMs: pause * 1000 },
        );
    });
  },
};
