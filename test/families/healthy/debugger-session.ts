import type { Family } from '../family.ts';

export const debuggerSession: Family = {
  name: 'h_debugger_session',
  what: 'steps through a program: the same short commands, another place each time',
  batch: 1,
  play(agent) {
    agent.prompt('Step through the import and find where the total goes wrong.');
    const tool = agent.pick(['debugger', 'gdb', 'pdb_command']);
    agent.call(tool, { command: 'break import_total' }, 'Breakpoint 1 at import_total');
    let line = agent.between(40, 90);
    let total = 0;
    agent.times(20, 45, () => {
      line += agent.between(1, 4);
      const act = agent.pick(['next', 'next', 'step', 'print']);
      if (act === 'print') {
        total += agent.between(0, 40);
        agent.call(tool, { command: 'print total' }, `$${agent.between(1, 60)} = ${total}`);
      } else agent.call(tool, { command: act }, `${line}\t${agent.words.code().trim()}`);
    });
    agent.answer(agent.words.sentence());
  },
};
