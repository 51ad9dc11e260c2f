import type { Family } from '../family.ts';

export const sensorRounds: Family = {
  name: 'h_sensor_rounds',
  what: 'reads a few sensors every minute, as it was told to',
  batch: 8,
  play(agent) {
    agent.prompt('Watch the greenhouse for an hour and tell me if anything is wrong.');
    const sensors = ['north', 'south', 'roof'];
    agent.times(12, 24, () => {
      for (const sensor of sensors)
        agent.call(
          'read_sensor',
          { sensor },
          {
            sensor,
            celsius: agent.between(200, 230) / 10,
            humidity: agent.between(40, 60),
            status: 'ok',
          },
        );
      agent.call('wait', { minutes: 1 }, 'done', { tookMs: 60_000 });
    });
    agent.answer('Nothing unusual.');
  },
};
