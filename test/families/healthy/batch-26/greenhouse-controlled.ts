/**
 * A greenhouse is kept warm by reading it every few minutes and moving a valve a little.
 */
import type { Family } from '../../family.ts';

export const greenhouseControlled: Family = {
  name: 'h_greenhouse_controlled',
  what: 'is woken every few minutes, reads temperature and humidity, and moves a valve or leaves it',
  batch: 26,

  play(agent) {
    let warmth = agent.between(190, 240) / 10;
    let valve = 40;
    const every = agent.pick([300, 600]);
    agent.times(24, 40, () => {
      agent.prompt('Scheduled check: keep the greenhouse between 20 and 23 degrees.');
      warmth = Math.round((warmth + agent.between(-8, 8) / 10) * 10) / 10;
      agent.call(
        'read_sensor',
        { sensor: 'greenhouse-1' },
        { temperature_c: warmth, humidity: agent.between(58, 66) },
      );
      if (warmth > 23 || warmth < 20) {
        valve = Math.max(0, Math.min(100, valve + (warmth > 23 ? -10 : 10)));
        warmth += warmth > 23 ? -1 : 1;
        agent.call('set_valve', { valve: 'heating', percent: valve }, { ok: true });
        agent.answer(`${warmth} °C, valve at ${valve} %.`);
      } else
        agent.answer(
          agent.pick(['All is well.', 'In range, nothing to do.', `${warmth} °C, in range.`]),
        );
      agent.rest(every * 1000);
    });
  },
};
