/**
 * Jobs of a cluster wait in its queue for a long time; the agent looks at them with pauses, notes the score and submits the next.
 */
import type { Family } from '../../family.ts';

export const queuedJobs: Family = {
  name: 'h_queued_jobs',
  what: 'submits one job after the other to a cluster, waits with pauses while it is pending and running, and notes its score',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const settings = Array.from(
      { length: agent.between(4, 6) },
      (_, index) => `lr=${agent.between(1, 9)}e-${index + 2}`,
    );
    const pause = agent.pick([60, 120, 300]);
    let id = agent.between(100_000, 900_000);
    const look = (state: string, elapsed: number, reason: string) => {
      agent.shell(
        `sleep ${pause}; squeue -h -j ${id} -o "%i %T %M %R"`,
        {
          text:
            state === ''
              ? ''
              : `${id} ${state} ${Math.floor(elapsed / 60)}:${String(elapsed % 60).padStart(2, '0')} ${reason}`,
          seconds: pause,
        },
        { saying: agent.pick(['', '', 'Still in the queue.', 'Waiting.']), tookMs: pause * 1000 },
      );
    };
    agent.prompt(
      `Run sweep.sbatch with ${settings.join(', ')}, one after the other, and tell me which is best.`,
    );
    agent.warmUp(1, 4);
    const scores: string[] = [];
    for (const setting of settings) {
      id += agent.between(1, 400);
      agent.shell(`sbatch --export=${setting} sweep.sbatch`, `Submitted batch job ${id}`);
      agent.times(2, 9, () => {
        look('PENDING', 0, agent.random.chance(0.9) ? '(Priority)' : '(Resources)');
      });
      let elapsed = agent.between(3, pause);
      agent.times(2, 6, () => {
        look('RUNNING', elapsed, `gpu-node-${id % 17}`);
        elapsed += pause + agent.between(1, 9);
      });
      look('', 0, '');
      const score = `0.${agent.between(7100, 9300)}`;
      agent.shell(`tail -2 out/slurm-${id}.log`, `epoch 20 done\nval_accuracy ${score}`);
      scores.push(`${setting}: ${score}`);
      agent.shell(`echo "${setting} ${score}" >> ${words.root}/sweep.txt`, '');
    }
    agent.answer(`The scores are ${scores.join(', ')}.`);
  },
};
