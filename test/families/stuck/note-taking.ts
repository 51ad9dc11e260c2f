import type { Family } from '../family.ts';

export const noteTaking: Family = {
  name: 's_note_taking',
  what: 'writes down what it is going to do, reads it, and writes it down again',
  batch: 2,
  limit: 16,
  play(agent) {
    agent.prompt('Design and build the export feature.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    agent.times(9, 14, () => {
      const plan = `I will ${agent.pick(['first', 'now', 'then'])} ${agent.words.verb()} the export, ${agent.pick(['carefully', 'step by step', 'in small parts'])}, and ${agent.words.verb()} the ${agent.words.noun()}.`;
      agent.call('save_memory', { content: plan }, 'Memory saved.');
      agent.call(
        'read_memory',
        {},
        agent.pick([
          'Plan: build the export feature.\nStatus: not started.',
          'Plan: build the export feature.\nStatus: not started.\nNotes updated.',
        ]),
      );
    });
  },
};
