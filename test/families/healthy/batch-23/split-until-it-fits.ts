/**
 * Commands are killed after two minutes here, so the work is cut into parts until each part fits.
 */
import type { Family } from '../../family.ts';

export const splitUntilItFits: Family = {
  name: 'h_split_until_it_fits',
  what: 'runs a long conversion in ranges; whenever one is killed by the time limit, it goes on with smaller ones',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const tool = `scripts/${words.verb()}_${words.noun()}s`;
    const total = agent.between(18, 44) * 100;
    const fits = agent.between(110, 260);
    const limit = agent.pick([60, 120]);
    let size = total;
    let from = 0;
    agent.prompt(`Convert all ${total} fixtures with ${tool}. Commands may not take long here.`);
    agent.warmUp(1, 4);
    while (from < total) {
      const to = Math.min(total, from + size);
      // How much fits differs from range to range; a size that fitted can be too large further on.
      const killed = to - from > (fits * agent.between(60, 130)) / 100;
      const seconds = killed ? limit : Math.max(3, Math.round(((to - from) / fits) * limit * 0.7));
      agent.shell(
        `python ${tool}.py --from ${from} --to ${to}`,
        killed
          ? { text: `Command timed out after ${limit}s`, exit: 124, seconds }
          : { text: `${to - from} converted, 0 skipped`, seconds },
        {
          tookMs: seconds * 1000,
          saying: agent.pick(['', killed ? 'A smaller range, then.' : 'Next range.']),
        },
      );
      if (killed) size = Math.max(20, Math.floor(size / 2));
      else from = to;
    }
    agent.shell('ls fixtures/converted | wc -l', String(total));
    agent.answer(`All ${total} fixtures are converted.`);
  },
};
