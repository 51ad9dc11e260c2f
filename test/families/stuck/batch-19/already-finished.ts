/**
 * What was waited for has ended well long ago, and the agent goes on asking, for a state that does not exist.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Ended {
  readonly ask: string;
  readonly running: (percent: number) => void;
  readonly over: () => void;
  readonly hopes: readonly string[];
}

const render = (agent: ScriptedAgent): Ended => {
  const id = `rnd_${agent.words.opaque(10)}`;
  const look = (status: string, progress: number) =>
    agent.call(
      'get_render',
      { render_id: id },
      { id, status, progress, checked_at: agent.clock() },
    );
  return {
    ask: `Render the product video (${id} is queued) and tell me when it is published.`,
    running: (percent) => look('rendering', percent),
    over: () => look('completed', 100),
    hopes: [
      '',
      'Not published yet, checking again.',
      'Waiting for "published".',
      'Still only completed.',
    ],
  };
};

const workflow = (agent: ScriptedAgent): Ended => {
  const run = agent.between(9_000_000, 99_000_000);
  const command = `gh run view ${run} --json status,conclusion,jobs`;
  const look = (status: string, conclusion: string, done: number) =>
    agent.shell(
      command,
      JSON.stringify({
        conclusion,
        jobs: Array.from({ length: 3 }, (_, k) => ({
          name: ['build', 'test', 'pack'][k],
          status: k < done ? 'completed' : 'in_progress',
        })),
        status,
      }),
    );
  return {
    ask: `Wait until run ${run} is deployed, then close the release ticket.`,
    running: (percent) => look('in_progress', '', Math.floor(percent / 34)),
    over: () => look('completed', 'success', 3),
    hopes: [
      '',
      'The deploy job has not shown up yet.',
      'Checking whether it is deployed.',
      'Let me look again.',
    ],
  };
};

const exported = (agent: ScriptedAgent): Ended => {
  const id = agent.words.uuid();
  const look = (state: string, rows: number) =>
    agent.shell(
      `curl -s https://reports.internal/v1/exports/${id}`,
      JSON.stringify({ id, state, rows, request_id: agent.words.hex(16) }),
    );
  return {
    ask: 'Export the ledger of last year and send me the file when it is ready.',
    running: (percent) => look('RUNNING', percent * 412),
    over: () => look('SUCCEEDED', 41_200),
    hopes: [
      '',
      'No download link yet; polling on.',
      'Checking the export again.',
      'Waiting for the link.',
    ],
  };
};

export const alreadyFinished: Family = {
  name: 's_already_finished',
  what: 'goes on asking for the state of something that has ended well, waiting for a state that never comes',
  batch: 19,
  limit: 12,
  play(agent) {
    const { ask, running, over, hopes } = agent.pick([render, workflow, exported])(agent);
    agent.prompt(ask);
    for (const percent of [4, 21, 40, 72, 95].slice(0, agent.between(2, 5))) {
      running(percent);
      agent.rest(agent.between(5000, 30_000));
    }
    over();
    agent.loopBegins();
    agent.times(22, 34, () => {
      const pause = agent.pick([0, 0, 20, 30]);
      if (pause > 0)
        agent.shell(`sleep ${pause}`, '', { saying: agent.pick(hopes), tookMs: pause * 1000 });
      over();
    });
  },
};
