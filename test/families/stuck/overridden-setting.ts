import type { Family } from '../family.ts';

/** An operator sets the value back, so that what the agent writes never reaches the database. */
export const overriddenSetting: Family = {
  name: 's_overridden_setting',
  what: 'raises a limit in a chart ever higher and rolls it out; the database keeps its own value',
  batch: 11,
  limit: 28,
  play(agent) {
    const release = `${agent.words.project()}-db`;
    const path = `${agent.words.root}/deploy/values.yaml`;
    const pod = `${release}-0`;
    agent.prompt(`${release} refuses connections at peak times. Raise its limit and verify it.`);
    agent.warmUp(0, 3);
    let value = 100;
    let written = '100';
    let revision = agent.between(11, 60);
    const actual = () =>
      agent.shell(
        `kubectl exec ${pod} -c postgres -- psql -Atc "show max_connections"`,
        agent.pick(['100', '100', 'Defaulted user "postgres".\n100']),
        { saying: agent.pick(['Verifying the new limit.', '', 'This should show it now.']) },
      );
    actual();
    agent.times(12, 17, (index) => {
      if (index === 1) agent.loopBegins();
      const next = value < 1600 ? value * 2 : value + agent.pick([50, 100, 250]);
      const text = agent.pick([`${next}`, `"${next}"`]);
      agent.edit(path, `    max_connections: ${written}`, `    max_connections: ${text}`);
      written = text;
      value = next;
      revision += 1;
      agent.shell(
        `helm upgrade ${release} ./chart -f deploy/values.yaml${agent.pick(['', ' --wait', ' --reset-values', ' --force'])}`,
        `Release "${release}" has been upgraded. Happy Helming!\nNAME: ${release}\nLAST DEPLOYED: ${agent.clock()}\nNAMESPACE: data\nSTATUS: deployed\nREVISION: ${revision}`,
        { tookMs: agent.between(4000, 30_000) },
      );
      if (agent.random.chance(0.5))
        agent.shell(
          `kubectl rollout status statefulset/${release}`,
          `partitioned roll out complete: 1 new pods have been updated...`,
          { tookMs: agent.between(8000, 40_000) },
        );
      actual();
      if (agent.random.chance(0.6))
        agent.shell(
          `kubectl logs ${pod} --tail=2`,
          `${agent.clock()} [${agent.between(100, 9000)}] FATAL:  sorry, too many clients already\n${agent.clock()} [${agent.between(100, 9000)}] FATAL:  sorry, too many clients already`,
          {
            saying: agent.pick([
              'The limit is still too low. I will raise it further.',
              'Not enough yet.',
            ]),
          },
        );
    });
  },
};
