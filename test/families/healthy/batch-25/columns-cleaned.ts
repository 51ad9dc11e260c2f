/**
 * Columns of a table are cleaned one after the other; each script says that no row was lost and nothing is empty.
 */
import type { Family } from '../../family.ts';

export const columnsCleaned: Family = {
  name: 'h_columns_cleaned',
  what: 'cleans one column after the other with a script of its own, each of which reports the same number of rows and no gaps',
  batch: 25,
  play(agent) {
    const { words } = agent;
    const rows = agent.between(8_000, 90_000);
    const columns = [
      ...new Set(
        Array.from({ length: agent.between(9, 16) }, () => `${words.noun()}_${words.verb()}`),
      ),
    ];
    const says = agent.random.chance(0.5);
    agent.prompt('Clean the table orders.parquet column by column. No row may get lost.');
    agent.shell(
      `python -c "import pandas as pd; print(pd.read_parquet('orders.parquet').dtypes)"`,
      columns.map((column) => `${column}    object`).join('\n'),
    );
    for (const column of columns) {
      const script = `clean_${column}.py`;
      agent.write(`${words.root}/${script}`, `import pandas as pd\n${words.codeLines(3, 7)}`);
      agent.shell(
        `python ${script}`,
        says ? `${column}: rows ${rows}, empty 0` : `rows: ${rows}\nempty: 0`,
      );
    }
    agent.answer('All columns are clean.');
  },
};
