/**
 * A log that grows while something runs: the same `tail`, mostly with new lines, sometimes with the old ones.
 */
import type { Family } from '../family.ts';

export const growingLog: Family = {
  name: 'h_growing_log',
  what: 'follows a log with the same command; it grows, if not every time',
  batch: 14,
  play(agent) {
    const { words } = agent;
    const lines = [`start ${words.noun()}`];
    let epoch = 0;
    const add = agent.pick([
      () => lines.push(`epoch ${(epoch += 1)} loss ${(2 / (epoch + 1)).toFixed(4)}`),
      () => lines.push(`[${(epoch += 1)}/40] ${words.file()}`),
      () => lines.push(`${words.verb()} ${words.noun()} done`),
    ]);
    const [look, pause] = agent.pick([
      ['tail -n 3 run.log', 20],
      ['sleep 30; tail -n 3 run.log', 30],
    ] as const);
    agent.prompt('Start the run and report what comes of it.');
    agent.shell('nohup ./run.sh > run.log 2>&1 &', '');
    agent.times(14, 26, () => {
      if (agent.random.chance(0.8)) add();
      if (!look.startsWith('sleep')) agent.rest(pause * 1000);
      agent.shell(look, lines.slice(-3).join('\n'), {
        tookMs: look.startsWith('sleep') ? pause * 1000 : 300,
      });
    });
    agent.answer('The run is through.');
  },
};
