/**
 * A base image was renewed, and every service gets its image built and pushed anew: the same few commands, and hardly any other output.
 */
import type { Family } from '../../family.ts';

export const imageBuilds: Family = {
  name: 'h_image_builds',
  what: 'builds and pushes the image of one service after the other on a new base; the output is nearly the same for all',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(12, 22);
    const services = Array.from(
      { length: count },
      (_, index) => `${words.noun()}-${words.noun()}-${index + 1}`,
    );
    const base = `acme/base:${agent.between(20, 26)}.${agent.between(0, 12)}`;
    const cached = agent.random.chance(0.5);
    agent.prompt(
      `The base image is now ${base}. Rebuild and push all ${count} services that use it.`,
    );
    agent.shell(
      'grep -rl "FROM acme/base" services',
      services.map((name) => `services/${name}/Dockerfile`).join('\n'),
    );
    for (const [index, name] of services.entries()) {
      agent.edit(`${words.root}/services/${name}/Dockerfile`, 'FROM acme/base:19', `FROM ${base}`);
      const seconds = agent.between(15, 190);
      const build = `docker build -t registry.acme.dev/${name}:next services/${name}`;
      if (agent.random.chance(0.1)) {
        agent.shell(
          build,
          {
            text: `ERROR: process "/bin/sh -c make ${name}" did not complete successfully: exit code: 2`,
            exit: 1,
            seconds,
          },
          { tookMs: seconds * 1000 },
        );
        agent.edit(`${words.root}/services/${name}/Makefile`, words.code(), words.code());
      }
      agent.shell(
        build,
        {
          text: cached
            ? `#12 exporting to image\n#12 DONE 0.${agent.between(1, 9)}s`
            : `#12 writing image sha256:${words.hex(64)} done\n#12 naming to registry.acme.dev/${name}:next done`,
          seconds,
        },
        { tookMs: seconds * 1000 },
      );
      agent.shell(
        `docker push -q registry.acme.dev/${name}:next`,
        `registry.acme.dev/${name}:next`,
        { tookMs: agent.between(2000, 20_000) },
      );
      if (index % 7 === 6)
        agent.shell(
          'docker system df --format "{{.Type}} {{.Size}}"',
          `Images ${agent.between(10, 60)}.${index}GB`,
        );
    }
    agent.answer(`All ${count} images are built on ${base} and pushed.`);
  },
};
