/**
 * A job of an hour or two, asked for once in a minute or two with hardly a change in the answer.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => (index: number, all: number) => void;

const cluster: Scene = (agent) => {
  const id = agent.between(100_000, 999_999);
  return (index) =>
    agent.shell(
      `sleep 120; squeue -j ${id} -h -o "%T %M"`,
      {
        text: `RUNNING ${Math.floor(index / 30)}:${String((index * 2) % 60).padStart(2, '0')}:11`,
        seconds: 120,
      },
      { tookMs: 120_300 },
    );
};
const workflow: Scene = (agent) => {
  const id = agent.between(1_000_000_000, 9_000_000_000);
  return () =>
    agent.shell(
      `sleep 90 && gh run view ${id} --json status -q .status`,
      { text: 'in_progress', seconds: 90 },
      { tookMs: 90_400 },
    );
};
const job: Scene = (agent) => {
  const id = agent.words.opaque(9);
  return (index, all) => {
    agent.rest(agent.between(110_000, 130_000));
    agent.call(
      'get_job',
      { job_id: id },
      {
        id,
        state: 'RUNNING',
        progress: Math.floor((20 * index) / all) * 5,
        checked_at: agent.clock(),
      },
    );
  };
};
const waiting: Scene = (agent) => {
  const file = `${agent.words.root}/out/${agent.words.noun()}.done`;
  return () =>
    agent.shell(
      `sleep 100; ls ${file}`,
      { text: `ls: cannot access '${file}': No such file or directory`, exit: 2, seconds: 100 },
      { tookMs: 100_300 },
    );
};

export const patientHours: Family = {
  name: 'h_patient_hours',
  what: 'looks once in a minute or two whether a long job is done',
  batch: 13,
  play(agent) {
    agent.prompt(
      'Start the training and tell me the result when it is done. It takes an hour or two.',
    );
    agent.warmUp(2, 8);
    agent.shell('make train-remote', 'submitted');
    const look = agent.pick([cluster, workflow, job, waiting])(agent);
    const all = agent.between(25, 50);
    for (let index = 0; index < all; index += 1) look(index, all);
    agent.shell('cat out/metrics.json', `{"loss":0.${agent.between(100, 900)},"epochs":40}`);
    agent.answer('The training is done.');
  },
};
