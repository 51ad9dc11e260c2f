import type { Family } from '../family.ts';

export const sheetEntry: Family = {
  name: 'h_sheet_entry',
  what: 'fills a sheet cell by cell; every answer is the same',
  batch: 2,
  play(agent) {
    agent.prompt('Enter the survey results into the sheet.');
    agent.call('read_survey', {}, agent.words.prose(6, 12));
    for (let row = 2; row < 2 + agent.between(8, 16); row += 1) {
      for (const column of ['A', 'B', 'C']) {
        agent.call(
          'set_cell',
          {
            sheet: 'Results',
            cell: `${column}${row}`,
            value: agent.pick([agent.words.noun(), agent.between(1, 5), 'yes', 'no']),
          },
          '{"ok":true}',
        );
      }
    }
    agent.answer('Everything is in the sheet.');
  },
};
