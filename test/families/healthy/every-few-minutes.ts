/**
 * A scheduler asks the same every one to four minutes; the agent looks, finds everything well and says so.
 */
import type { Family } from '../family.ts';

export const everyFewMinutes: Family = {
  name: 'h_every_few_minutes',
  what: 'is asked the same by a clock every few minutes, looks and reports',
  batch: 13,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${words.noun()}`;
    const question = agent.pick([
      `Check ${service} and open a ticket if it is down.`,
      `[cron] health of ${service}`,
      `Run the checklist for ${service}. Answer with OK or the problem.`,
    ]);
    const period = agent.between(60, 240) * 1000;
    const looks: (() => void)[] = [
      () =>
        agent.shell(
          `curl -s -o /dev/null -w '%{http_code}' https://${service}.internal/health`,
          '200',
        ),
      () =>
        agent.call(
          'queue_depth',
          { queue: service },
          { queue: service, depth: agent.pick([0, 0, 0, 1, 2]) },
        ),
      () => agent.shell(`systemctl is-active ${service}`, 'active'),
    ];
    const some = looks.slice(0, agent.between(1, 3));
    agent.times(14, 24, () => {
      agent.prompt(question);
      for (const look of some) look();
      agent.answer(agent.pick(['OK', `${service} is up.`, 'OK: all checks passed.']));
      agent.rest(period);
    });
  },
};
