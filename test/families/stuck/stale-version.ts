import type { Family } from '../family.ts';

/** Something caches; nothing is red and nothing fails. */
export const staleVersion: Family = {
  name: 's_stale_version',
  what: 'rebuilds and restarts in ever other ways, and the old version keeps answering',
  batch: 3,
  limit: 20,
  play(agent) {
    agent.prompt('Deploy the new version locally and check that it answers with 2.4.0.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(11, 16, () => {
      const [command, text] = agent.pick([
        ['docker compose restart web', 'Container app-web-1  Started'],
        ['docker compose up -d --build', `Container app-web-1  Started`],
        ['docker compose up -d --force-recreate', 'Container app-web-1  Started'],
        ['npm run build', `built in ${agent.between(2, 9)}.${agent.between(10, 99)}s`],
      ] as const);
      agent.shell(command, text);
      agent.shell(
        'curl -s localhost:8080/version',
        `{"version":"2.3.9","uptime_s":${agent.between(1, 20)}}`,
      );
    });
  },
};
