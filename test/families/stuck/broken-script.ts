import type { Family } from '../family.ts';

/** The script changes a little each time, and so does the position of the same syntax error. */
export const brokenScript: Family = {
  name: 's_broken_script',
  what: 'sends ever new variants of a script that always has the same syntax error',
  batch: 1,
  limit: 14,
  play(agent) {
    agent.prompt('Put my meetings of tomorrow into a note.');
    const calendar = agent.words.noun();
    agent.loopBegins();
    agent.times(18, 30, () => {
      const event = agent.pick(['theEvents', 'evts', 'myEvents', 'allEvents', 'es']);
      const filter = agent.pick([
        'start date ≥ today',
        'start date > (current date)',
        `start date is greater than ${agent.pick(['d', 'midnight', 'tomorrow'])}`,
      ]);
      const command = `osascript -e 'tell application "Calendar" to set ${event} to (every event of calendar "${calendar}" whose ${filter}${agent.pick([')', '', '))'])}' -e 'return summary of ${event}'`;
      agent.shell(command, {
        text: `${agent.between(60, 190)}:${agent.between(190, 220)}: syntax error: Expected end of line, etc. but found identifier. (-2741)`,
        exit: 1,
      });
    });
  },
};
