/**
 * Two checks of a workbook contradict each other; each repair of a formula pleases one and upsets the other.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function someFormula(agent: ScriptedAgent, row: number): string {
  return agent.pick([
    `=SUM(C${row - agent.between(3, 12)}:C${row - 1})`,
    `=SUMIFS(Ledger!F:F,Ledger!B:B,"${agent.words.noun()}")+C${row - 2}`,
    `='P&L'!C${agent.between(30, 40)}-Assets!D${agent.between(3, 20)}`,
    `=C${row - 1}-IF(D${row}>0,Assets!D${agent.between(3, 20)},0)`,
    `=ROUND(C${row - 3}+C${row - 4},${agent.between(0, 2)})`,
  ]);
}

export const balanceTug: Family = {
  name: 's_balance_tug',
  what: 'changes formulas of a workbook so that now one check cell, now the other is off by the same amount',
  batch: 16,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const off = agent.between(1000, 90_000) / 10;
    const [write, read] = agent.pick([
      ['mcp__sheets__update_cells', 'mcp__sheets__get_values'],
      ['excel_set_formula', 'excel_read_range'],
      ['gsheets_write_range', 'gsheets_read_range'],
    ] as const);
    const book = words.opaque(24);
    const sheets = ['Balance', 'Cash flow', 'P&L', 'Assets'];
    const row = agent.between(20, 60);
    agent.prompt('Both check cells of the plan must be zero: Balance!C80 and Cash flow!C61.');
    agent.times(6, 11, () => {
      const from = agent.between(2, 60);
      agent.call(
        read,
        { spreadsheet_id: book, range: `${agent.pick(sheets)}!A${from}:D${from + 4}` },
        {
          values: Array.from({ length: 5 }, () => [
            words.noun(),
            agent.between(10, 90_000),
            agent.between(10, 90_000),
          ]),
        },
      );
    });
    agent.loopBegins();
    agent.times(12, 17, (turn) => {
      const sheet = turn % 2 === 0 ? 'Balance' : 'Cash flow';
      agent.call(
        write,
        {
          spreadsheet_id: book,
          range: `${sheet}!C${row + agent.between(0, 3)}`,
          values: [[someFormula(agent, row)]],
          input: 'USER_ENTERED',
        },
        { updatedCells: 1, spreadsheetId: book, revision: `${agent.seconds()}` },
        { saying: musing(agent, `${sheet} formula`) },
      );
      if (agent.random.chance(0.3))
        agent.call(
          read,
          { spreadsheet_id: book, range: `${sheet}!C${row}:C${row + 3}` },
          { values: Array.from({ length: 4 }, () => [agent.between(100, 90_000)]) },
        );
      const checks = agent.shuffled([
        ['Balance!C80', sheet === 'Balance' ? 0 : off],
        ["'Cash flow'!C61", sheet === 'Balance' ? -off : 0],
      ] as const);
      for (const [range, value] of checks)
        agent.call(
          read,
          { spreadsheet_id: book, range },
          { range, values: [[value]] },
          {
            saying: agent.pick([
              'Now it should be zero.',
              musing(agent, 'check cell'),
              'And the other one.',
              '',
            ]),
          },
        );
    });
  },
};
