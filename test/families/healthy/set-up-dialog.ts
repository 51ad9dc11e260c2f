import type { Family } from '../family.ts';

export const setUpDialog: Family = {
  name: 'h_set_up_dialog',
  what: 'answers the questions of an installer, mostly with yes',
  batch: 6,
  play(agent) {
    agent.prompt('Run the installer and accept the defaults.');
    agent.call('exec_command', { cmd: './install.sh' }, `Install ${agent.words.noun()}? [Y/n]`);
    agent.times(10, 20, () => {
      agent.call(
        'write_stdin',
        { session_id: 7, chars: agent.pick(['y\n', 'y\n', '\n']) },
        `${agent.pick(['Enable', 'Install', 'Configure'])} ${agent.words.noun()} ${agent.words.noun()}? [Y/n]`,
      );
    });
    agent.call('write_stdin', { session_id: 7, chars: 'y\n' }, 'Installed.');
    agent.answer('Installed.');
  },
};
