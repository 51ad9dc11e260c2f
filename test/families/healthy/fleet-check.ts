import type { Family } from '../family.ts';

export const fleetCheck: Family = {
  name: 'h_fleet_check',
  what: 'asks every host of a fleet the same thing; nearly all say no',
  batch: 1,
  play(agent) {
    const prefix = agent.words.noun();
    const count = agent.between(15, 45);
    agent.prompt(`Which of ${prefix}-001 to ${prefix}-0${count} still use the old resolver?`);
    const hit = agent.between(5, count);
    const ask = agent.pick([
      'grep -c 10.0.0.2 /etc/resolv.conf',
      'grep old-resolver /etc/resolv.conf',
      'systemctl is-active old-resolver',
    ]);
    for (let host = 1; host <= count; host += 1) {
      const name = `${prefix}-${String(host).padStart(3, '0')}`;
      const found = host === hit;
      agent.shell(
        `ssh ${name} ${ask}`,
        found
          ? 'nameserver 10.0.0.2 # old-resolver'
          : {
              text: ask.startsWith('systemctl') ? 'inactive' : '',
              exit: ask.startsWith('systemctl') ? 3 : 1,
            },
      );
    }
    agent.answer('One host still uses it.');
  },
};
