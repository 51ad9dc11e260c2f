import type { Family } from '../family.ts';

export const serverStart: Family = {
  name: 'h_server_start',
  what: 'waits a little longer each time until a server accepts connections, several times in a session',
  batch: 1,
  play(agent) {
    agent.prompt('Find out why the server answers slowly after a restart.');
    agent.times(2, 4, () => {
      const port = agent.between(3000, 9000);
      agent.shell(
        `docker compose up -d ${agent.words.noun()}`,
        `Container ${agent.words.noun()}-1  Started`,
      );
      for (const pause of [2, 3, 5, 8, 15, 25].slice(0, agent.between(3, 6))) {
        agent.shell(
          `sleep ${pause}; curl -sS localhost:${port}/health`,
          {
            text: `curl: (7) Failed to connect to localhost port ${port} after 0 ms: Couldn't connect to server`,
            exit: 7,
          },
          { tookMs: pause * 1000 },
        );
      }
      agent.shell(`sleep 30; curl -sS localhost:${port}/health`, '{"status":"ok"}', {
        tookMs: 30_000,
      });
      agent.shell(
        `curl -s -o /dev/null -w '%{time_total}' localhost:${port}/`,
        `0.${agent.between(100, 999)}`,
      );
      agent.warmUp(2, 4);
    });
    agent.answer(agent.words.sentence());
  },
};
