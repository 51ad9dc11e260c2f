/**
 * The lines of a bank statement are matched with the books one by one; the difference in the check cell wanders to zero.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const statementMatched: Family = {
  name: 'h_statement_matched',
  what: 'matches the lines of a statement in a workbook one by one and reads the same check cell after each',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const [write, read] = agent.pick([
      ['mcp__sheets__update_cells', 'mcp__sheets__get_values'],
      ['excel_set_formula', 'excel_read_range'],
      ['gsheets_write_range', 'gsheets_read_range'],
    ] as const);
    const book = words.opaque(24);
    const lines = Array.from(
      { length: agent.between(12, 18) },
      () => agent.between(-90_000, 90_000) / 100,
    );
    let open = lines.reduce((sum, amount) => sum + amount, 0);
    agent.prompt('Match every line of the statement; Bank!C80 must be zero at the end.');
    const from = agent.between(3, 9);
    agent.call(
      read,
      { spreadsheet_id: book, range: `Statement!A${from}:C${from + lines.length - 1}` },
      {
        values: lines.map((amount) => [words.person(), `${words.noun()} ${words.noun()}`, amount]),
      },
    );
    lines.forEach((amount, index) => {
      if (agent.random.chance(0.4))
        agent.call(
          read,
          {
            spreadsheet_id: book,
            range: `Ledger!A${agent.between(2, 900)}:D${agent.between(901, 999)}`,
          },
          {
            values: Array.from({ length: agent.between(1, 4) }, () => [
              words.person(),
              amount + agent.between(0, 3),
            ]),
          },
          { saying: musing(agent, 'counterpart') },
        );
      agent.call(
        write,
        {
          spreadsheet_id: book,
          range: `Statement!D${from + index}`,
          values: [[`=MATCH(C${from + index},Ledger!F:F,0)`]],
          input: 'USER_ENTERED',
        },
        { updatedCells: 1, spreadsheetId: book, revision: `${agent.seconds()}` },
        { saying: musing(agent, `line ${index + 1}`) },
      );
      open -= amount;
      agent.call(
        read,
        { spreadsheet_id: book, range: 'Bank!C80' },
        {
          range: 'Bank!C80',
          values: [[Number((index === lines.length - 1 ? 0 : open).toFixed(2))]],
        },
      );
    });
    agent.answer('The statement is matched and the check cell is zero.');
  },
};
