/**
 * Retries with growing pauses until the other side is up, in the words of four tools.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const PAUSES = [2, 3, 5, 8, 13, 20, 30, 45, 60];

interface Scene {
  readonly ask: (agent: ScriptedAgent) => string;
  readonly down: (agent: ScriptedAgent) => { readonly text: string; readonly exit: number };
  readonly up: string;
}

const SCENES: readonly Scene[] = [
  {
    ask: () => 'curl -fsS http://localhost:8081/ready',
    down: (agent) =>
      agent.pick([
        {
          text: 'curl: (7) Failed to connect to localhost port 8081 after 0 ms: Connection refused',
          exit: 7,
        },
        { text: 'curl: (52) Empty reply from server', exit: 52 },
        { text: 'curl: (22) The requested URL returned error: 503', exit: 22 },
      ]),
    up: '{"ready":true}',
  },
  {
    ask: () => 'psql "$DATABASE_URL" -Atc "select 1"',
    down: () => ({
      text: 'psql: error: connection to server at "db" (10.2.0.7), port 5432 failed: FATAL:  the database system is starting up',
      exit: 2,
    }),
    up: '1',
  },
  {
    ask: () => 'git push origin HEAD',
    down: (agent) =>
      agent.pick([
        { text: 'fatal: unable to access: TLS handshake timeout', exit: 128 },
        {
          text: 'error: RPC failed; curl 56 Recv failure: Connection reset by peer\nfatal: the remote end hung up unexpectedly',
          exit: 128,
        },
        {
          text: 'ssh: connect to host git.internal port 22: Connection timed out\nfatal: Could not read from remote repository.',
          exit: 128,
        },
      ]),
    up: 'To git.internal:app\n   1f2e3d4..9a8b7c6  HEAD -> fix',
  },
];

export const growingPauses: Family = {
  name: 'h_growing_pauses',
  what: 'tries again after ever longer pauses until it works, and goes on',
  batch: 13,
  play(agent) {
    const { ask, down, up } = agent.pick(SCENES);
    agent.prompt('Bring the change to where it belongs and check that it works.');
    agent.warmUp(1, 8);
    const command = ask(agent);
    const tries = agent.between(5, 9);
    for (let index = 0; index < tries; index += 1) {
      const pause = PAUSES[index] ?? 60;
      agent.shell(
        index === 0
          ? command
          : agent.pick([`sleep ${pause}; ${command}`, `sleep ${pause} && ${command}`]),
        { ...down(agent), seconds: pause },
        { tookMs: index === 0 ? 300 : pause * 1000 + 300 },
      );
    }
    agent.shell(`sleep 60; ${command}`, { text: up, seconds: 60 }, { tookMs: 60_200 });
    agent.warmUp(2, 8);
    agent.answer('It is done and answers.');
  },
};
