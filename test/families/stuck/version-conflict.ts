import type { Family } from '../family.ts';

/** Two packages that cannot both be satisfied; the resolver's answer goes in a circle of three. */
export const versionConflict: Family = {
  name: 's_version_conflict',
  what: 'installs versions that exclude each other in turn',
  batch: 1,
  limit: 15,
  play(agent) {
    agent.prompt('Upgrade the dashboard to the new chart library.');
    agent.warmUp(1, 4);
    const [a, b] = [`${agent.words.project()}-charts`, `${agent.words.project()}-ui`];
    const laps = [
      [
        `npm install ${a}@4`,
        `npm error code ERESOLVE\nnpm error While resolving: ${b}@2.9.1\nnpm error Found: ${a}@4.1.0\nnpm error Could not resolve dependency: peer ${a}@"^3.0.0" from ${b}@2.9.1`,
      ],
      [
        `npm install ${b}@3`,
        `npm error code ERESOLVE\nnpm error While resolving: ${a}@3.8.0\nnpm error Found: ${b}@3.0.2\nnpm error Could not resolve dependency: peer ${b}@"^2.0.0" from ${a}@3.8.0`,
      ],
      [
        `npm install ${a}@3 ${b}@3`,
        `npm error code ERESOLVE\nnpm error Could not resolve dependency: peer ${b}@"^2.0.0" from ${a}@3.8.0`,
      ],
    ] as const;
    agent.loopBegins();
    agent.times(20, 30, (index) => {
      const [command, text] = laps[index % 3] ?? laps[0];
      agent.shell(command + agent.pick(['', '', ' --save', ' --no-audit']), {
        text: `${text}\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log`,
        exit: 1,
      });
    });
  },
};
