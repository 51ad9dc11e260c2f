/**
 * Records are entered one by one; the tool answers each with the same two words.
 */
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

const SCENES: readonly ((agent: ScriptedAgent) => void)[] = [
  (agent) =>
    agent.call(
      'add_contact',
      { name: agent.words.person(), team: agent.words.noun() },
      'Contact saved.',
    ),
  (agent) =>
    agent.call(
      'label_image',
      { file: `img_${agent.between(1000, 9999)}.jpg`, label: agent.words.noun() },
      { status: 'ok' },
    ),
  (agent) =>
    agent.call(
      'set_cell',
      { sheet: 'Q3', cell: `B${agent.between(2, 400)}`, value: agent.between(10, 9999) },
      'ok',
    ),
  (agent) => agent.shell(`git mv ${agent.words.file()} ${agent.words.file()}`, ''),
  (agent) =>
    agent.call(
      'send_message',
      { to: agent.words.person(), text: agent.words.sentence() },
      { delivered: true },
    ),
];

export const sameAnswerToAll: Family = {
  name: 'h_same_answer_to_all',
  what: 'enters one record after the other, each acknowledged alike',
  batch: 13,
  play(agent) {
    agent.prompt('Enter all of them, one by one.');
    agent.warmUp(0, 5);
    const enter = agent.pick(SCENES);
    agent.times(20, 45, () => enter(agent));
    agent.answer('All of them are in.');
  },
};
