/**
 * Helpers at work in the background: their lead asks how they are doing until the last has reported.
 */
import type { Manner } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Asking = (id: string) => readonly [string, Readonly<Record<string, unknown>>];

const ASKING: Readonly<Record<Manner, Asking>> = {
  claude: (id) => ['TaskOutput', { task_id: id, block: true, timeout: 60_000 }],
  codex: (id) => ['wait', { ids: [id], timeout_ms: 60_000 }],
  gemini: (id) => ['get_agent_result', { agent_id: id, wait: true }],
  opencode: (id) => ['task_status', { id }],
  custom: (id) => ['poll_worker', { worker: id, wait_seconds: 60 }],
};

const STARTING: Readonly<Record<Manner, string>> = {
  claude: 'Task',
  codex: 'spawn_agent',
  gemini: 'delegate_to_agent',
  opencode: 'task',
  custom: 'start_worker',
};

function ask(agent: ScriptedAgent, id: string, text: string): void {
  const [name, args] = ASKING[agent.manner](id);
  agent.call(name, args, text, {
    tookMs: agent.between(55_000, 61_000),
    saying: agent.pick(['', '', 'Still working.', 'Waiting for the next one.']),
  });
}

export const backgroundAgents: Family = {
  name: 'h_background_agents',
  what: 'starts a few helpers and waits for one after the other; most answers say that it is still running',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const silent = agent.random.chance(0.4);
    const areas = [
      ...new Set(Array.from({ length: agent.between(3, 5) }, () => `packages/${words.noun()}`)),
    ];
    agent.prompt('Migrate the packages to the new logger, one helper each, then run everything.');
    agent.warmUp(1, 4);
    const helpers = areas.map((area) => {
      const id = `agent_${words.hex(8)}`;
      agent.call(
        STARTING[agent.manner],
        {
          description: `Migrate ${area}`,
          prompt: `Move ${area} to the new logger. Run its tests. ${words.sentence()}`,
          run_in_background: true,
        },
        `Started in the background with id ${id}.`,
      );
      return { area, id };
    });
    for (const { area, id } of helpers) {
      let used = agent.between(2, 9);
      agent.times(2, 8, () => {
        used += agent.between(2, 14);
        const seen = silent
          ? ''
          : `, ${used} tool uses, last: ${agent.pick(['Edit', 'Read', 'Bash'])}`;
        ask(agent, id, `<status>running</status> ${id}: no result yet${seen}`);
      });
      ask(
        agent,
        id,
        `<status>completed</status> ${id}: ${area} moved; ${agent.between(2, 40)} calls replaced in ${agent.between(2, 19)} files. ${words.prose(1, 3)}`,
      );
    }
    agent.shell('npm test --silent', `${agent.between(200, 2000)} passed`);
    agent.answer(`All ${areas.length} packages use the new logger.`);
  },
};
