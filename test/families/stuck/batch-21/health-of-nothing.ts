/**
 * A container has exited; the agent sleeps and asks its port for a sign of life.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';

export const healthOfNothing: Family = {
  name: 's_health_of_nothing',
  what: 'sleeps and asks the port of a container that exited long ago whether it is healthy by now',
  batch: 21,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-api`;
    const port = agent.between(3000, 9000);
    const host = agent.pick(['localhost', '127.0.0.1']);
    const refused = `curl: (7) Failed to connect to ${host} port ${port} after 0 ms: Couldn't connect to server`;
    const path = agent.pick(['healthz', 'health', 'ready', 'api/status']);
    const looks: readonly (readonly [string, () => Printed])[] = [
      [`curl -sS http://${host}:${port}/${path}`, () => ({ text: refused, exit: 7 })],
      [`curl -sSf http://${host}:${port}/${path}`, () => ({ text: refused, exit: 7 })],
      [`curl -sS -m 5 http://${host}:${port}/`, () => ({ text: refused, exit: 7 })],
      [
        'docker compose ps',
        () => ({ text: 'NAME      IMAGE     COMMAND   SERVICE   CREATED   STATUS    PORTS' }),
      ],
      [
        `docker ps -a --filter name=${service} --format '{{.Status}}'`,
        () => ({ text: 'Exited (1) 12 minutes ago' }),
      ],
    ];
    const growing = agent.random.chance(0.5);
    let pause = agent.pick([5, 10, 20]);
    agent.prompt(`Start ${service} with docker compose and tell me when it answers on /${path}.`);
    agent.warmUp(1, 5);
    agent.shell('docker compose up -d', ` Container ${service}-1  Started`);
    agent.loopBegins();
    agent.times(22, 32, () => {
      const [command, print] = agent.random.chance(0.8)
        ? agent.pick(looks.slice(0, 3))
        : agent.pick(looks.slice(3));
      const printed = print();
      agent.shell(
        `sleep ${pause}; ${command}`,
        { ...printed, seconds: pause },
        {
          saying: agent.pick(['', '', 'It needs a little longer.', 'Waiting for it to come up.']),
          tookMs: pause * 1000 + agent.between(50, 600),
        },
      );
      if (growing && pause < 60) pause += 5;
    });
  },
};
