/**
 * The same three lines are set on every switch of a building; all of them answer alike.
 */
import type { Family } from '../../family.ts';

export const switchesConfigured: Family = {
  name: 'h_switches_configured',
  what: 'configures one switch after the other by ssh: looks at its version, sets a time server, saves, and checks',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const site = words.project().slice(0, 3);
    const switches = Array.from(
      { length: agent.between(12, 24) },
      (_, index) => `sw-${site}-${agent.pick(['a', 'b'])}${String(index + 1).padStart(2, '0')}`,
    );
    const server = `10.${agent.between(0, 200)}.0.${agent.between(2, 200)}`;
    const version = `Cisco IOS Software, Version 15.2(${agent.between(2, 7)})E`;
    agent.prompt(`Set the time server ${server} on all switches in switches.txt.`);
    agent.shell('cat switches.txt', switches.join('\n'));
    for (const name of switches) {
      agent.shell(
        `ssh ${name} "show version | include Version"`,
        agent.random.chance(0.85) ? version : version.replace('15.2', '15.0'),
      );
      if (agent.random.chance(0.08)) {
        agent.shell(`ssh ${name} "show clock"`, {
          text: `ssh: connect to host ${name} port 22: Connection timed out`,
          exit: 255,
        });
        continue;
      }
      agent.shell(
        `printf 'conf t\\nntp server ${server}\\nend\\nwrite memory\\n' | ssh -T ${name}`,
        'Enter configuration commands, one per line.\nBuilding configuration...\n[OK]',
      );
      agent.shell(
        `ssh ${name} "show ntp associations | include ${server}"`,
        `*~${server}   .GPS.   1   ${agent.between(1, 60)}   64   377`,
      );
    }
    agent.answer('All switches that could be reached have the time server.');
  },
};
