import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

/** A look at a command in the background, in the manner of the client. */
function look(agent: ScriptedAgent, id: string, text: string): void {
  const saying = agent.pick([
    '',
    'Still running. I will check again.',
    'Let me wait for it to finish.',
    'Checking on it.',
  ]);
  if (agent.manner === 'codex')
    agent.call(
      'write_stdin',
      { session_id: Number.parseInt(id, 16) % 90_000, chars: '', yield_time_ms: 1000 },
      `Chunk ID: ${agent.words.hex(6)}\nWall time: 1.00${agent.between(11, 99)} seconds\nProcess running with session ID ${Number.parseInt(id, 16) % 90_000}\nOutput:\n${text}`,
      { saying },
    );
  else if (agent.manner === 'claude')
    agent.call(
      'BashOutput',
      { bash_id: id },
      `<status>running</status>\n\n<stdout>\n${text}\n</stdout>\n\n<timestamp>${agent.clock()}</timestamp>`,
      { saying },
    );
  else
    agent.call(
      'process_poll',
      { id },
      { id, state: 'running', new_output: text, cpu_s: 0.4, polled_at: agent.clock() },
      { saying },
    );
}

/** The command asks a question that nobody answers. */
export const silentShell: Family = {
  name: 's_silent_shell',
  what: 'looks again and again at a command in the background that waits for an answer to its question',
  batch: 10,
  limit: 20,
  play(agent) {
    const volume = `${agent.words.project()}-${agent.words.noun()}`;
    agent.prompt(`Restore the backup of ${volume} and start the service.`);
    agent.warmUp(0, 3);
    const id = agent.words.hex(6);
    agent.shell(`./restore.sh ${volume} &`, `Command running in background with ID: ${id}`);
    look(
      agent,
      id,
      `Reading archive ${volume}.tar.zst\n${agent.between(1200, 9000)} entries\nVolume ${volume} is not empty. Overwrite? [y/N] `,
    );
    agent.loopBegins();
    agent.times(30, 48, () => look(agent, id, ''));
  },
};
