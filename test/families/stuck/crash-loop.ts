import type { Family } from '../family.ts';

/** The restarts and the age grow; the pod never comes up, and nothing is done about it. */
export const crashLoop: Family = {
  name: 's_crash_loop',
  what: 'waits for a pod that crashes over and over',
  batch: 1,
  limit: 16,
  play(agent) {
    const app = `${agent.words.project()}-${agent.words.noun()}`;
    agent.prompt(`Roll out ${app} and tell me when it serves.`);
    agent.shell(`kubectl apply -f deploy/${app}.yaml`, `deployment.apps/${app} configured`);
    agent.loopBegins();
    const pod = `${app}-${agent.words.hex(10)}-${agent.words.hex(5)}`;
    let age = 40;
    agent.times(20, 30, (index) => {
      const pause = agent.pick([10, 15, 20, 30]);
      age += pause;
      const state = index % 4 === 3 ? 'Error           ' : 'CrashLoopBackOff';
      agent.shell(
        `sleep ${pause} && kubectl get pods -l app=${app}`,
        `NAME   READY   STATUS   RESTARTS   AGE\n${pod}   0/1   ${state}   ${1 + Math.floor(index / 2)} (${agent.between(2, 30)}s ago)   ${age}s`,
        { tookMs: pause * 1000 + 400 },
      );
    });
  },
};
