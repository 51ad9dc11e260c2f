import type { Family } from '../family.ts';

export const switchToAndFro: Family = {
  name: 's_switch_to_and_fro',
  what: 'turns a setting on and off and finds the service as unhealthy as before',
  batch: 5,
  limit: 20,
  play(agent) {
    agent.prompt('The gateway is unhealthy. Get it healthy.');
    const key = `${agent.words.noun()}.${agent.words.noun()}`;
    agent.call(
      'get_health',
      { service: 'gateway' },
      { status: 'unhealthy', failing: ['upstream'], since: agent.clock() },
    );
    agent.loopBegins();
    agent.times(8, 12, (index) => {
      agent.call('set_config', { key, value: index % 2 === 0 }, { updated: true });
      agent.call(
        'restart_service',
        { service: 'gateway' },
        { restarted: true, pid: agent.between(1000, 9999) },
      );
      agent.call(
        'get_health',
        { service: 'gateway' },
        { status: 'unhealthy', failing: ['upstream'], since: agent.clock() },
      );
    });
  },
};
