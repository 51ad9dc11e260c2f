/**
 * The same call, and each time it takes the next thing: a queue, a rebase, a debugger, a stack of cards. Some say hardly anything.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Scene = (agent: ScriptedAgent) => () => void;

const queue: Scene = (agent) => () => {
  const id = agent.words.opaque(8);
  agent.call('take_next', { queue: 'reviews' }, { id, title: agent.words.sentence() });
  agent.call(
    'resolve',
    { id, verdict: agent.pick(['approve', 'approve', 'reject']) },
    { ok: true },
  );
};
const rebase: Scene = (agent) => () => {
  const path = agent.words.file();
  agent.shell('git rebase --continue', {
    text: `CONFLICT (content): Merge conflict in ${path}\nerror: could not apply ${agent.words.hex(7)}... ${agent.words.verb()} ${agent.words.noun()}`,
    exit: 1,
  });
  agent.edit(`${agent.words.root}/${path}`, '<<<<<<< HEAD', agent.words.code());
  agent.shell(`git add ${path}`, '');
};
const debuggerStep: Scene = (agent) => () =>
  agent.call(
    'debug_step',
    { session: 's1' },
    `stopped at ${agent.words.file()}:${agent.between(1, 400)}\n${agent.words.code()}`,
  );
const cards: Scene = (agent) => () => {
  agent.call('next_card', {}, { front: agent.words.sentence() });
  agent.call('grade', { ease: agent.between(1, 4) }, { ok: true });
};

export const nextPlease: Family = {
  name: 'h_next_please',
  what: 'makes the same call for the next thing of many',
  batch: 13,
  play(agent) {
    agent.prompt('Work through all of them.');
    agent.warmUp(0, 4);
    agent.times(12, 22, agent.pick([queue, rebase, debuggerStep, cards])(agent));
    agent.answer('That was the last one.');
  },
};
