import type { Family } from '../family.ts';

export const noddingPerson: Family = {
  name: 'h_nodding_person',
  what: 'a person says yes to one step after the other',
  batch: 2,
  play(agent) {
    agent.prompt('Clean up the repository with me, one step at a time. Ask before each.');
    agent.times(8, 16, () => {
      agent.shell(
        `git log -1 --format=%ar -- ${agent.words.file()}`,
        `${agent.between(2, 40)} months ago`,
      );
      agent.answer(`${agent.words.file()} looks unused. Shall I remove it?`);
      agent.rest(agent.between(1500, 30_000));
      agent.prompt(agent.pick(['yes', 'yes', 'ok', 'go on']));
      agent.shell(`git rm -q ${agent.words.file()}`, '');
    });
    agent.answer('That was all.');
  },
};
