/**
 * Images are pulled over a bad line: some come at once, some after several equal time-outs with growing pauses; then all is started.
 */
import type { Family } from '../../family.ts';

export const pullsRetried: Family = {
  name: 'h_pulls_retried',
  what: 'pulls one image after the other over a bad line, with pauses that grow, and starts them in the end',
  batch: 18,
  play(agent) {
    const { words } = agent;
    const host = `registry.${words.project()}.example`;
    const images = Array.from(
      { length: agent.between(4, 6) },
      () =>
        `${host}/${words.noun()}/${words.noun()}:${agent.between(1, 9)}.${agent.between(0, 20)}`,
    );
    agent.prompt('Bring up the stack of compose.yaml. The line is bad today; retry if you must.');
    agent.warmUp(0, 5);
    agent.read(
      `${words.root}/compose.yaml`,
      images.map((image) => `    image: ${image}`).join('\n'),
    );
    for (const image of images) {
      const failures = agent.random.chance(0.45) ? agent.between(2, 5) : 0;
      for (let attempt = 0; attempt <= failures; attempt += 1) {
        const pause = attempt === 0 ? 0 : 5 * 2 ** (attempt - 1);
        const isThere = attempt === failures;
        agent.shell(
          pause === 0 ? `docker pull ${image}` : `sleep ${pause}; docker pull ${image}`,
          isThere
            ? {
                text: `Digest: sha256:${words.hex(64)}\nStatus: Downloaded newer image for ${image}\n${image}`,
              }
            : {
                text: `Error response from daemon: Get "https://${host}/v2/": net/http: TLS handshake timeout`,
                exit: 1,
              },
          {
            saying:
              pause === 0
                ? ''
                : agent.pick(['Backing off.', 'The line again. Waiting a little.', '']),
            tookMs: pause * 1000 + agent.between(9000, 14_000),
          },
        );
      }
    }
    agent.shell(
      'docker compose up -d',
      images.map((_, k) => ` ✔ Container app-${k + 1}  Started`).join('\n'),
    );
    agent.shell(
      'docker compose ps --format "{{.Name}} {{.Health}}"',
      images.map((_, k) => `app-${k + 1} healthy`).join('\n'),
    );
    agent.answer(`All ${images.length} services are up.`);
  },
};
