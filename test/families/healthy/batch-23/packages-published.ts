/**
 * Packages that depend on one another: each is published and awaited in the registry before the next.
 */
import type { Family } from '../../family.ts';

export const packagesPublished: Family = {
  name: 'h_packages_published',
  what: 'publishes packages in order and asks the registry with pauses until each new version can be seen',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const names = [
      ...new Set(Array.from({ length: agent.between(4, 8) }, () => `@acme/${words.noun()}`)),
    ];
    const minor = agent.between(2, 40);
    const [old, next] = [`3.${minor - 1}.${agent.between(0, 9)}`, `3.${minor}.0`];
    const growing = agent.random.chance(0.5);
    agent.prompt(`Publish ${next} of all packages, leaves first.`);
    agent.warmUp(1, 4);
    for (const name of names) {
      const fresh = agent.random.chance(0.25);
      let pause = agent.pick([10, 15, 30]);
      agent.shell(`npm publish --workspace ${name}`, `+ ${name}@${next}`);
      agent.times(1, 7, () => {
        agent.shell(
          `sleep ${pause}; npm view ${name} version`,
          fresh
            ? {
                text: `npm error code E404\nnpm error 404  '${name}@*' is not in this registry.`,
                exit: 1,
                seconds: pause,
              }
            : { text: old, seconds: pause },
          {
            tookMs: pause * 1000 + agent.between(200, 1500),
            saying: agent.pick(['', '', 'Not visible yet.', 'The registry lags behind.']),
          },
        );
        if (growing) pause = Math.min(300, pause * 2);
      });
      agent.shell(`sleep ${pause}; npm view ${name} version`, next, { tookMs: pause * 1000 });
      agent.shell(
        `npm pkg set dependencies.${name}=^${next} --workspaces && git commit -qam "${name} ${next}"`,
        '',
      );
    }
    agent.answer(`${names.length} packages are out as ${next}.`);
  },
};
