import type { Family } from '../family.ts';

export const nameServers: Family = {
  name: 'h_name_servers',
  what: 'waits until a new name is known everywhere',
  batch: 6,
  play(agent) {
    const name = `${agent.words.noun()}.${agent.words.project()}.example`;
    agent.prompt(`Create ${name} and tell me when it resolves.`);
    agent.call('create_record', { name, type: 'A', value: '192.0.2.7' }, { created: true });
    agent.times(10, 24, () => {
      const pause = agent.pick([20, 30, 60]);
      agent.shell(`sleep ${pause}; dig +short ${name} @${agent.pick(['1.1.1.1', '8.8.8.8'])}`, '', {
        tookMs: pause * 1000,
      });
    });
    agent.shell(`dig +short ${name}`, '192.0.2.7');
    agent.answer('It resolves.');
  },
};
