/**
 * A service is scaled up a step at a time under a growing load, with the same few commands at each step.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const scaledUnderLoad: Family = {
  name: 'h_scaled_under_load',
  what: 'adds replicas step by step under a growing load, measuring after each',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const [app, space] = [
      `${words.noun()}-${agent.pick(['worker', 'api', 'web'])}`,
      words.project(),
    ];
    const [from, steps] = [agent.between(1, 3), agent.between(7, 10)];
    const per = agent.between(140, 400);
    const run = (command: string, text: string, about: string, tookMs = agent.between(300, 4000)) =>
      agent.shell(command, text, { saying: musing(agent, about), tookMs });
    agent.prompt(
      `Find out how many requests per second ${app} carries from ${from} to ${from + steps} replicas. One at a time.`,
    );
    agent.warmUp(1, 4);
    for (let replicas = from; replicas <= from + steps; replicas += 1) {
      run(
        `kubectl scale deploy/${app} -n ${space} --replicas=${replicas}`,
        `deployment.apps/${app} scaled`,
        'replicas',
      );
      for (let ready = replicas - 1; ready <= replicas; ready += agent.pick([1, 1, 0])) {
        run(
          `kubectl get deploy ${app} -n ${space}`,
          `NAME  READY  UP-TO-DATE  AVAILABLE  AGE\n${app}  ${ready}/${replicas}  ${replicas}  ${ready}  ${agent.between(90, 95)}d`,
          'replicas',
        );
        if (ready === replicas) break;
        if (agent.random.chance(0.4)) run('sleep 15', '', 'new pod', 15_000);
      }
      const rps = Math.round(per * replicas * (agent.between(88, 99) / 100));
      run(
        `k6 run --vus ${replicas * 40} --duration 60s load.js | tail -6`,
        `http_req_duration..: avg=${agent.between(20, 90)}.${agent.between(10, 99)}ms p(95)=${agent.between(90, 400)}.${agent.between(10, 99)}ms\nhttp_req_failed....: 0.0${agent.between(0, 9)}%\nhttp_reqs..........: ${rps * 60}  ${rps}.${agent.between(10, 99)}/s`,
        'load',
        61_000,
      );
    }
    run(
      `kubectl scale deploy/${app} -n ${space} --replicas=${from}`,
      `deployment.apps/${app} scaled`,
      'cleaning up',
    );
    agent.answer('The table is below.');
  },
};
