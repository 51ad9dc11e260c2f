/**
 * The same table again and again, of which a cell or two have changed: who is up, how far each shard is, where the cars are.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => () => void;

const pods: Scene = (agent) => {
  const names = Array.from(
    { length: agent.between(6, 12) },
    () => `${agent.words.noun()}-${agent.words.hex(5)}`,
  );
  const states = ['Pending', 'ContainerCreating', 'Running'];
  const at = names.map(() => 0);
  return () => {
    const one = agent.between(0, names.length - 1);
    at[one] = Math.min(2, (at[one] ?? 0) + 1);
    agent.shell(
      'kubectl get pods -n batch',
      `NAME  READY  STATUS  RESTARTS\n${names.map((name, index) => `${name}  ${at[index] === 2 ? 1 : 0}/1  ${states[at[index] ?? 0] ?? ''}  0`).join('\n')}`,
    );
  };
};
const shards: Scene = (agent) => {
  const done = Array.from({ length: agent.between(5, 9) }, () => 0);
  return () => {
    agent.rest(agent.between(4000, 9000));
    const one = agent.between(0, done.length - 1);
    done[one] = Math.min(100, (done[one] ?? 0) + agent.between(5, 35));
    agent.call(
      'shard_status',
      { index: 'orders' },
      {
        shards: done.map((percent, shard) => ({
          shard,
          percent,
          state: percent === 100 ? 'STARTED' : 'INITIALIZING',
        })),
      },
    );
  };
};
const board: Scene = (agent) => {
  const size = 5;
  let [x, y] = [0, 0];
  return () => {
    const [dx, dy] = agent.pick([
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const);
    [x, y] = [Math.max(0, Math.min(size - 1, x + dx)), Math.max(0, Math.min(size - 1, y + dy))];
    const rows = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_cell, column) => (column === x && row === y ? '@' : '.')).join(
        ' ',
      ),
    );
    agent.call('move', { dx, dy }, `${rows.join('\n')}\nmoves left: ${agent.between(3, 90)}`);
  };
};

export const tableWatch: Family = {
  name: 'h_table_watch',
  what: 'looks at a table of which a cell or two change from look to look',
  batch: 13,
  play(agent) {
    agent.prompt('See it through and tell me when everything is where it should be.');
    agent.warmUp(0, 4);
    const look = agent.pick([pods, shards, board])(agent);
    agent.times(14, 24, look);
    agent.answer('Everything is where it should be.');
  },
};
