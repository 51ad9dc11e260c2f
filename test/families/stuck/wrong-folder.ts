import type { Family } from '../family.ts';

export const wrongFolder: Family = {
  name: 's_wrong_folder',
  what: 'looks for a script in ever other folders, none of which has it',
  batch: 5,
  limit: 14,
  play(agent) {
    const script = `${agent.words.verb()}-${agent.words.noun()}.sh`;
    agent.prompt(`Run ${script}.`);
    agent.loopBegins();
    agent.times(18, 28, () => {
      const folder = agent.pick([
        'scripts',
        'bin',
        'tools',
        '.',
        'deploy',
        'ops',
        'src/scripts',
        '..',
        '/usr/local/bin',
        '~/bin',
      ]);
      const command = agent.pick([
        `bash ${folder}/${script}`,
        `./${folder}/${script}`,
        `cd ${folder} && ./${script}`,
        `sh ${folder}/${script}`,
      ]);
      agent.shell(command, {
        text: `bash: ${folder}/${script}: No such file or directory`,
        exit: 127,
      });
    });
  },
};
