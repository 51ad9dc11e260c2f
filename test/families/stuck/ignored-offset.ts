import type { Family } from '../family.ts';

/** The tool cuts at the same place whatever is asked. */
export const ignoredOffset: Family = {
  name: 's_ignored_offset',
  what: 'asks for other parts of a document and always gets the first one',
  batch: 1,
  limit: 12,
  play(agent) {
    agent.prompt('What does the last section of the contract say about notice periods?');
    const head = agent.words.prose(14, 24).replaceAll('. ', '.\n');
    const tool = agent.pick(['read_document', 'fetch_page', 'get_resource']);
    const id = `doc_${agent.words.hex(8)}`;
    agent.call(tool, { id }, `${head}\n[truncated, 48213 characters left]`);
    agent.loopBegins();
    agent.times(14, 24, (index) => {
      const part = agent.pick([
        { offset: 2000 * (index + 1) },
        { page: index + 2 },
        { start: 1000 * (index + 3), length: 4000 },
        { section: agent.pick(['notice', 'termination', 'last', 'final', 'end']) },
      ]);
      agent.call(tool, { id, ...part }, `${head}\n[truncated, 48213 characters left]`);
    });
  },
};
