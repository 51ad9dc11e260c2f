import type { Family } from '../family.ts';

/** Each command has a shell of its own, so that what is exported is lost. */
export const lostVariable: Family = {
  name: 's_lost_variable',
  what: 'exports a variable in one shell and starts the program in another',
  batch: 8,
  limit: 16,
  play(agent) {
    const name = `${agent.words.noun().toUpperCase()}_URL`;
    agent.prompt('Start the API locally.');
    agent.warmUp(1, 3);
    agent.loopBegins();
    agent.times(8, 14, () => {
      agent.shell(
        agent.pick([
          `export ${name}=http://localhost:${agent.between(5000, 5004)}`,
          `export ${name}="postgres://localhost/app"`,
          `source .env`,
          `set -a; source .env; set +a`,
        ]),
        '',
      );
      agent.shell('npm start', {
        text: `${agent.clock()} [app] Error: ${name} is not set\n    at loadConfig (config.js:12:11)`,
        exit: 1,
      });
    });
  },
};
