import type { Family } from '../family.ts';

/** The last cursor leads back to the first page. */
export const circularPages: Family = {
  name: 's_circular_pages',
  what: 'follows cursors that lead in a circle',
  batch: 2,
  limit: 16,
  play(agent) {
    agent.prompt('Export all members.');
    const pages = Array.from({ length: agent.between(3, 4) }, () =>
      Array.from({ length: 4 }, () => agent.words.person()),
    );
    const page = (index: number, cursor: string) =>
      agent.call('list_members', cursor === '' ? {} : { cursor }, {
        members: pages[index % pages.length],
        next_cursor: agent.words.opaque(18),
      });
    pages.forEach((_, index) => page(index, index === 0 ? '' : agent.words.opaque(18)));
    agent.loopBegins();
    agent.times(18, 30, (index) => page(index, agent.words.opaque(18)));
  },
};
