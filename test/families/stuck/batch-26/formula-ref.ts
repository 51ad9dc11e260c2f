/**
 * A formula in a sheet shows an error whatever is written into the cell.
 */
import type { Family } from '../../family.ts';

export const formulaRef: Family = {
  name: 's_formula_ref',
  what: 'writes a formula into a cell in ever other ways and reads the cell: it shows the same error each time',
  batch: 26,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const sheet = words.opaque(24);
    const cell = `${agent.pick(['D', 'F', 'H'])}${agent.between(2, 40)}`;
    const other = words.noun();
    agent.prompt(`Put the total of the sheet "${other}" into ${cell} of the sheet Summary.`);
    agent.call(
      'sheets_get_values',
      { spreadsheet_id: sheet, range: 'Summary!A1:H3' },
      {
        range: 'Summary!A1:H3',
        values: [
          ['Month', 'Total'],
          [words.noun(), agent.between(100, 900)],
        ],
      },
    );
    agent.loopBegins();
    agent.times(10, 16, () => {
      const formula = agent.pick([
        `=SUM(${other}!B2:B)`,
        `=SUM('${other}'!B2:B1000)`,
        `=SUMIF('${other}'!A:A,A2,'${other}'!B:B)`,
        `=QUERY(${other}!A:B,"select sum(B)")`,
        `=SUM(INDIRECT("${other}!B2:B"))`,
        `=SUMPRODUCT('${other}'!B2:B)`,
      ]);
      agent.call(
        'sheets_update_values',
        { spreadsheet_id: sheet, range: `Summary!${cell}`, values: [[formula]] },
        { updatedRange: `Summary!${cell}`, updatedRows: 1, updatedColumns: 1, updatedCells: 1 },
      );
      agent.call(
        'sheets_get_values',
        { spreadsheet_id: sheet, range: `Summary!${cell}` },
        { range: `Summary!${cell}`, majorDimension: 'ROWS', values: [['#REF!']] },
        {
          saying: agent.pick(['', 'Let me verify.', 'Another formula.']),
        },
      );
    });
  },
};
