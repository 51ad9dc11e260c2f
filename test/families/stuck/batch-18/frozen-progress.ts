/**
 * A job whose worker is lost: its clock runs on, its count does not, and the agent goes on asking for it.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface State {
  readonly done: number;
  readonly elapsed: number;
  readonly beat: string;
  readonly lost: boolean;
}

type Asker = (agent: ScriptedAgent, job: string, total: number) => (state: State) => void;

const byTool: Asker =
  (agent, job, total) =>
  ({ done, elapsed, beat, lost }) =>
    agent.call(
      'get_job',
      { id: job },
      {
        id: job,
        state: 'running',
        processed: done,
        total,
        elapsed_s: elapsed,
        worker: { name: 'worker-3', status: lost ? 'unreachable' : 'online', last_heartbeat: beat },
        fetched_at: agent.clock(),
      },
    );

const byCommand: Asker = (agent, job, total) => {
  const command = `./bin/jobs status ${job}`;
  return ({ done, elapsed, beat, lost }) =>
    agent.shell(
      command,
      `job      ${job}\nprogress ${done}/${total} (${Math.floor((100 * done) / total)} %)\nelapsed  ${Math.floor(elapsed / 60)}m ${elapsed % 60}s\nworker   worker-3 ${lost ? 'LOST' : 'ok'}, last heartbeat ${beat}`,
    );
};

export const frozenProgress: Family = {
  name: 's_frozen_progress',
  what: 'asks on for a job whose worker is lost: the time runs, the count stands still',
  batch: 18,
  limit: 20,
  play(agent) {
    const { words } = agent;
    const job = `${words.noun()}-${words.hex(8)}`;
    const total = agent.between(40, 300) * 1000;
    const show = agent.pick([byTool, byCommand])(agent, job, total);
    const pause = agent.pick([30, 60]);
    const began = agent.seconds();
    let done = 0;
    let beat = agent.clock();
    const ask = (lost: boolean) => {
      if (agent.random.chance(0.7))
        agent.shell(`sleep ${pause}`, { text: '', seconds: pause }, { tookMs: pause * 1000 });
      else agent.rest(pause * 500);
      if (!lost) {
        done += agent.between(1100, 3400);
        beat = agent.clock();
      }
      show({ done, elapsed: agent.seconds() - began, beat, lost });
    };
    agent.prompt(`Run the backfill of ${words.noun()}s and tell me when all ${total} rows are in.`);
    agent.warmUp(1, 5);
    agent.call('start_job', { kind: 'backfill' }, { id: job, state: 'queued' });
    agent.times(3, 6, () => ask(false));
    agent.loopBegins();
    agent.times(22, 32, () => ask(true));
  },
};
