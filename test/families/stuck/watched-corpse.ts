/**
 * What is waited for has failed for good; the agent sleeps and looks on. A counter of restarts or the age of the thing may grow.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => (index: number) => void;

const pod: Scene = (agent) => {
  const name = `${agent.words.noun()}-${agent.words.hex(9)}-${agent.words.opaque(5).toLowerCase()}`;
  let restarts = agent.between(3, 9);
  return (index) => {
    restarts += index % 2;
    agent.shell(
      `sleep 30; kubectl get pod ${name}`,
      {
        text: `NAME   READY   STATUS             RESTARTS      AGE\n${name}   0/1     ${agent.pick(['CrashLoopBackOff', 'CrashLoopBackOff', 'Error'])}   ${restarts} (${agent.between(5, 59)}s ago)   ${index + 4}m`,
        seconds: 30,
      },
      { tookMs: 30_500 },
    );
  };
};

const pipeline: Scene = (agent) => {
  const id = agent.between(100_000, 999_999);
  return () =>
    agent.call(
      'get_pipeline',
      { project: agent.words.root.split('/').at(-1), pipeline_id: id },
      { id, status: 'failed', finished_at: '2026-09-02T10:12:44Z', request_id: agent.words.uuid() },
      { saying: 'Still not green. I will wait a little longer.', tookMs: agent.between(300, 900) },
    );
};

const imported: Scene = (agent) => {
  const job = agent.words.opaque(7);
  return () =>
    agent.shell(
      `sleep ${agent.pick([20, 30, 45])} && curl -s https://api.internal/imports/${job}`,
      {
        text: JSON.stringify({
          id: job,
          state: 'ERROR',
          message: 'row 118: unknown currency',
          checked: agent.seconds(),
        }),
        seconds: 30,
      },
      {
        tookMs: 31_000,
        saying: agent.pick(['', 'The import is not done yet.', 'Waiting for it.']),
      },
    );
};

const container: Scene = (agent) => {
  const name = `${agent.words.noun()}-db-1`;
  return (index) =>
    agent.shell(
      `sleep 15; docker ps -a --filter name=${name} --format '{{.Status}}'`,
      { text: `Exited (137) ${index + 2} minutes ago`, seconds: 15 },
      { tookMs: 15_400 },
    );
};

export const watchedCorpse: Family = {
  name: 's_watched_corpse',
  what: 'waits for something that has failed for good',
  batch: 13,
  limit: 15,
  play(agent) {
    agent.prompt(`Roll out ${agent.words.project()} and tell me when it is there.`);
    agent.warmUp(0, 5);
    agent.shell('make release', 'released', { tookMs: 8000 });
    const look = agent.pick([pod, pipeline, imported, container])(agent);
    agent.loopBegins();
    agent.times(26, 40, look);
  },
};
