/**
 * A collection is indexed again and again, and the search finds nothing because nothing was put in.
 */
import type { Family } from '../../family.ts';

export const emptyIndex: Family = {
  name: 's_empty_index',
  what: 'indexes a collection anew and searches it; no document is indexed and nothing is found, each time',
  batch: 26,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const collection = `${words.noun()}_docs`;
    const topic = words.noun();
    agent.prompt(`Answer from our handbook: how do we ${words.verb()} a ${topic}?`);
    agent.loopBegins();
    agent.times(9, 15, () => {
      agent.call(
        'kb_reindex',
        { collection, full: agent.random.chance(0.6) },
        {
          job: `job_${words.opaque(10)}`,
          status: 'completed',
          documents: 0,
          took_ms: agent.between(90, 900),
        },
      );
      agent.call(
        'kb_search',
        {
          collection,
          query: agent.pick([topic, `how to ${topic}`, `${topic} guide`, `${topic} policy`]),
          top_k: agent.pick([5, 10, 20]),
        },
        { matches: [], took_ms: agent.between(3, 40) },
        {
          saying: agent.pick([
            '',
            'No results. The index may be stale.',
            'Let me reindex and search again.',
          ]),
        },
      );
      if (agent.random.chance(0.3))
        agent.call(
          'kb_list_collections',
          {},
          { collections: [{ name: collection, documents: 0 }] },
        );
    });
  },
};
