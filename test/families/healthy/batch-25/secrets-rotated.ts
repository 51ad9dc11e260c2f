/**
 * One secret after the other is written anew and its service started again: the same three commands, nearly the same answers.
 */
import type { Family } from '../../family.ts';

export const secretsRotated: Family = {
  name: 'h_secrets_rotated',
  what: 'rotates the secrets of many services: writes one, restarts its service, waits until it is out, and takes the next',
  batch: 25,
  play(agent) {
    const { words } = agent;
    const services = [
      ...new Set(
        Array.from({ length: agent.between(9, 18) }, () => `${words.noun()}-${words.verb()}`),
      ),
    ];
    const checks = agent.random.chance(0.6);
    agent.prompt('Rotate the database secret of every service in secrets/services.txt.');
    agent.shell('cat secrets/services.txt', services.join('\n'));
    services.forEach((service, index) => {
      agent.shell(
        `vault kv put secret/${service}/db password=@/dev/shm/${service}.pw`,
        `Success! Data written to: secret/data/${service}/db\nversion            ${agent.between(2, 9)}`,
      );
      agent.shell(
        `kubectl rollout restart deployment/${service}`,
        `deployment.apps/${service} restarted`,
      );
      agent.shell(
        `kubectl rollout status deployment/${service} --timeout=120s`,
        `Waiting for deployment "${service}" rollout to finish: 1 old replicas are pending termination...\ndeployment "${service}" successfully rolled out`,
        { tookMs: agent.between(8_000, 40_000) },
      );
      if (checks)
        agent.shell(`curl -s https://${service}.internal/healthz`, 'ok', {
          saying: index % 3 === 0 ? 'Up again.' : '',
        });
    });
    agent.answer(`All ${services.length} secrets are rotated.`);
  },
};
