/**
 * A release goes through its environments. In each the agent starts the rollout, watches its replicas come up, asks the
 * health page, which answers 502 or 503 for a while, sees the new version, runs the smoke test and moves on.
 */
import type { Family } from '../family.ts';

export const promotedRelease: Family = {
  name: 'h_promoted_release',
  what: 'brings a release through its environments, each time waiting for replicas and a health page that fails at first',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-${agent.pick(['api', 'web', 'gateway'])}`;
    const version = `${agent.between(1, 9)}.${agent.between(0, 40)}.${agent.between(0, 9)}`;
    const stages = agent.pick([
      ['dev', 'test', 'staging', 'prod-eu', 'prod-us'],
      ['staging', 'canary', 'eu-west-1', 'us-east-1', 'ap-south-1', 'sa-east-1'],
      ['int', 'preprod', 'prod-a', 'prod-b'],
    ]);
    agent.prompt(
      `Bring ${service} ${version} through ${stages.join(', ')}, in this order. Each must be healthy and pass the smoke test before the next.`,
    );
    const checks = agent.between(14, 60);
    for (const stage of stages) {
      const age = agent.between(30, 300);
      const host = `https://${service}.${stage}.internal/healthz`;
      agent.shell(
        `./deploy.sh ${stage} ${service}:${version}`,
        `rollout ${words.hex(7)} started in ${stage}`,
      );
      const replicas = agent.between(3, 12);
      let ready = 0;
      while (ready < replicas) {
        ready = Math.min(replicas, ready + agent.between(0, 3));
        agent.shell(
          `sleep 15; kubectl --context ${stage} get deploy ${service}`,
          {
            text: `NAME    READY   UP-TO-DATE   AVAILABLE   AGE\n${service}   ${ready}/${replicas}   ${replicas}   ${ready}   ${age}d`,
            seconds: 15 + agent.between(1, 9) / 10,
          },
          { tookMs: 15_000 + agent.between(100, 900) },
        );
      }
      agent.times(0, 4, () =>
        agent.shell(
          `curl -s -o /dev/null -w '%{http_code}' ${host}`,
          agent.pick(['502', '503', '503']),
          { saying: agent.pick(['', 'Not up yet.', 'The balancer still warms up.']) },
        ),
      );
      agent.shell(`curl -s ${host}`, JSON.stringify({ status: 'ok', version, stage }));
      const seconds = agent.between(8, 50);
      agent.shell(
        `npm run smoke -- --env ${stage}`,
        {
          text: `${checks} checks, 0 failed (${seconds}.${agent.between(1, 9)}s)`,
          seconds: seconds + 1,
        },
        { tookMs: (seconds + 1) * 1000 },
      );
    }
    agent.answer(`${service} ${version} is live in ${stages.length} environments.`);
  },
};
