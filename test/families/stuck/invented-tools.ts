import type { Family } from '../family.ts';

export const inventedTools: Family = {
  name: 's_invented_tools',
  what: 'calls tools that do not exist, each by another name',
  batch: 4,
  limit: 14,
  play(agent) {
    agent.prompt('Export the board as a PDF.');
    agent.call('list_boards', {}, { boards: [agent.words.noun(), agent.words.noun()] });
    const failed = agent.random.chance(0.5);
    const wording = agent.pick([
      (name: string) => `Error: No such tool available: ${name}`,
      (name: string) => `Unknown tool '${name}'. Available tools: list_boards, get_board`,
      (name: string) => `Tool ${name} not found`,
    ]);
    agent.loopBegins();
    agent.times(16, 26, () => {
      const name = `${agent.pick(['export', 'print', 'render', 'save', 'convert', 'download', 'generate'])}_${agent.pick(['pdf', 'board', 'board_pdf', 'document', 'file', 'to_pdf'])}`;
      agent.call(name, { board: agent.between(1, 2), format: 'pdf' }, wording(name), { failed });
    });
  },
};
