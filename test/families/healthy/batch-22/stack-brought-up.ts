/**
 * A stack of containers comes up one obstacle at a time: the same command, the same log, and another reason each time.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Obstacle = (agent: ScriptedAgent) => string;

const OBSTACLES: readonly Obstacle[] = [
  ({ words }) => `KeyError: '${words.noun().toUpperCase()}_URL'`,
  ({ words }) => `psycopg.OperationalError: FATAL: database "${words.noun()}" does not exist`,
  ({ words }) => `Error: Cannot find module '${words.noun()}-client'`,
  ({ words }) => `PermissionError: [Errno 13] Permission denied: '/var/lib/${words.noun()}'`,
  (agent) => `Bind for 0.0.0.0:${agent.between(3000, 9000)} failed: port is already allocated`,
  (agent) =>
    `yaml: line ${agent.between(4, 90)}: did not find expected key in ${agent.words.noun()}.yml`,
  ({ words }) => `redis.exceptions.ResponseError: unknown command '${words.verb().toUpperCase()}'`,
  ({ words }) => `exec /usr/local/bin/${words.verb()}-${words.noun()}: no such file or directory`,
];

export const stackBroughtUp: Family = {
  name: 'h_stack_brought_up',
  what: 'starts a stack of containers, reads why a service exits and mends it, until all of them are up',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const services = Array.from(
      { length: agent.between(6, 9) },
      (_, index) => `${words.noun()}${index + 1}`,
    );
    const up = agent.pick([
      'docker compose up -d',
      'docker compose up -d --wait',
      'podman compose up -d',
    ]);
    agent.prompt('Get the whole stack to run on this machine.');
    agent.warmUp(1, 4);
    agent.read(
      `${words.root}/compose.yaml`,
      services.map((name) => `${name}:\n  build: ./${name}`).join('\n'),
    );
    const obstacles = agent.shuffled([...OBSTACLES, ...OBSTACLES]).slice(0, agent.between(9, 15));
    for (const [index, obstacle] of obstacles.entries()) {
      const at = Math.floor((index * services.length) / obstacles.length);
      const name = services[at] ?? 'app';
      const lines = services.map(
        (service, place) =>
          ` Container ${service}  ${place < at ? 'Healthy' : place === at ? 'Error' : 'Created'}`,
      );
      agent.shell(
        up,
        {
          text: `${lines.join('\n')}\ncontainer ${name} exited (1)`,
          exit: 1,
          seconds: agent.between(5, 40),
        },
        { tookMs: agent.between(5000, 40_000) },
      );
      agent.shell(
        `docker compose logs --tail 5 ${name}`,
        `${name}-1  | starting\n${name}-1  | ${obstacle(agent)}`,
      );
      const path = `${words.root}/${agent.pick(['compose.yaml', '.env', `${name}/Dockerfile`, `${name}/entrypoint.sh`])}`;
      agent.edit(path, words.code(), words.codeLines(1, 3));
    }
    agent.shell(up, services.map((name) => ` Container ${name}  Healthy`).join('\n'));
    agent.answer(
      `All ${services.length} services are up; ${obstacles.length} things had to be mended.`,
    );
  },
};
