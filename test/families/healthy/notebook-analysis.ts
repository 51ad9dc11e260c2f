import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

/** What a cell prints: often nothing, or a picture of which the notebook says only its size. */
function printed(agent: ScriptedAgent): string {
  const { words } = agent;
  return agent.pick([
    '',
    '',
    '<Figure size 640x480 with 1 Axes>',
    `${agent.between(3, 990)}`,
    `${words.noun()}    ${agent.between(1, 999)}\n${words.noun()}    ${agent.between(1, 999)}\nName: count, dtype: int64`,
    `count   ${agent.between(900, 9000)}.0\nmean    ${agent.between(1, 900)}.${agent.between(10, 99)}\nstd     ${agent.between(1, 90)}.${agent.between(10, 99)}`,
  ]);
}

export const notebookAnalysis: Family = {
  name: 'h_notebook_analysis',
  what: 'runs cell after cell of a notebook; many print nothing, some fail, and twice it restarts and runs all anew',
  batch: 9,
  play(agent) {
    agent.prompt('Which campaigns lead to repeat orders? Work in the notebook analysis.ipynb.');
    const done: (readonly [string, string])[] = [];
    let count = 0;
    const run = (code: string, text: string) => {
      count += 1;
      const outputs = text === '' ? [] : [{ output_type: 'execute_result', text }];
      agent.call(
        'mcp__jupyter__execute_cell',
        { notebook: 'analysis.ipynb', code },
        { status: 'ok', execution_count: count, outputs, elapsed_s: agent.between(1, 90) / 10 },
      );
    };
    const cell = () => {
      const [a, b] = [agent.words.noun(), agent.words.noun()];
      const code = agent.pick([
        `df['${a}_${b}'] = df['${a}'] / df['${b}'].clip(1)`,
        `df.groupby('${a}')['${b}'].mean().plot.bar()`,
        `df['${a}'].value_counts().head(${agent.between(2, 9)})`,
        `df.query('${a} > ${agent.between(1, 90)}')['${b}'].describe()`,
        `len(df[df['${a}'].isna() & df['${b}'].notna()])`,
      ]);
      if (agent.random.chance(0.12))
        agent.call(
          'mcp__jupyter__execute_cell',
          { notebook: 'analysis.ipynb', code: code.replace('df', 'frame') },
          { status: 'error', ename: 'NameError', evalue: "name 'frame' is not defined" },
        );
      const text = printed(agent);
      done.push([code, text]);
      run(code, text);
    };
    run(
      "import pandas as pd\ndf = pd.read_parquet('orders.parquet')\ndf.shape",
      `(${agent.between(9000, 90_000)}, 22)`,
    );
    agent.times(14, 20, cell);
    agent.times(2, 2, () => {
      count = 0;
      const kernel_id = agent.words.uuid();
      agent.call(
        'mcp__jupyter__restart_kernel',
        { notebook: 'analysis.ipynb' },
        { status: 'ok', kernel_id },
      );
      for (const [code, text] of done.slice(0, 6)) run(code, text);
      agent.times(8, 14, cell);
    });
    agent.answer(`The ${agent.words.noun()} campaigns do; the notebook shows the figures.`);
  },
};
