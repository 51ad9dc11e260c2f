import type { Family } from '../family.ts';

const MERGES = [
  "df = orders.merge(clicks, on='user_id')",
  "df = pd.merge(orders, clicks, on='user_id', how='inner')",
  "df = orders.merge(clicks, on='user_id', how='left', sort=False)",
  "df = orders.merge(clicks, left_on='user_id', right_on='user_id', copy=False)",
  "df = orders.set_index('user_id').join(clicks.set_index('user_id'), rsuffix='_c')",
  "gc.collect()\ndf = orders.merge(clicks, on='user_id')",
];

/** Three cells that work, and a fourth that needs more memory than there is. */
export const dyingKernel: Family = {
  name: 's_dying_kernel',
  what: 'restarts a notebook, runs its first cells, and loses the kernel in the same join each time',
  batch: 9,
  limit: 28,
  play(agent) {
    agent.prompt('Which campaigns lead to repeat orders? Work in the notebook analysis.ipynb.');
    const rows = agent.between(21_000_000, 64_000_000);
    const folder = `/data/${agent.words.project()}`;
    let count = 0;
    const cell = (code: string, text: string) => {
      count += 1;
      const outputs = text === '' ? [] : [{ output_type: 'execute_result', text }];
      agent.call(
        'mcp__jupyter__execute_cell',
        { notebook: 'analysis.ipynb', code },
        { status: 'ok', execution_count: count, outputs, elapsed_s: agent.between(1, 90) / 10 },
      );
    };
    agent.warmUp(0, 2);
    agent.loopBegins();
    agent.times(11, 16, () => {
      count = 0;
      cell(`import ${agent.pick(['gc, ', 'os, ', ''])}pandas as pd`, '');
      cell(
        `orders = pd.read_parquet('${folder}/orders.parquet')\nclicks = pd.read_parquet('${folder}/clicks.parquet')\norders.shape, clicks.shape`,
        `((${rows}, 14), (${rows * 3}, 22))`,
      );
      agent.call(
        'mcp__jupyter__execute_cell',
        { notebook: 'analysis.ipynb', code: agent.pick(MERGES) },
        {
          status: 'error',
          ename: 'DeadKernelError',
          evalue: 'Kernel died unexpectedly (signal 9). Variables are lost.',
          kernel_id: agent.words.uuid(),
        },
        { tookMs: agent.between(20_000, 70_000) },
      );
      agent.call(
        'mcp__jupyter__restart_kernel',
        { notebook: 'analysis.ipynb' },
        { status: 'ok', kernel_id: agent.words.uuid(), started: agent.clock() },
        { saying: agent.pick(['The kernel died. Restarting it.', 'Let me start afresh.', '']) },
      );
    });
  },
};
