/**
 * A question that the documents do not answer: however it is put, the store returns the same few passages in a slightly other order.
 */
import type { Family } from '../../family.ts';

const WAYS = [
  (topic: string) => topic,
  (topic: string) => `${topic} clause`,
  (topic: string) => `what does the contract say about ${topic}`,
  (topic: string) => `${topic} obligations of the supplier`,
  (topic: string) => `provisions regarding ${topic}`,
  (topic: string) => `section on ${topic}`,
  (topic: string) => `${topic} limits and exceptions`,
  (topic: string) => `terms: ${topic}`,
  (topic: string) => `is ${topic} mentioned`,
  (topic: string) => `${topic} annex`,
];

export const clausesNotThere: Family = {
  name: 's_clauses_not_there',
  what: 'asks a document store for a clause that is not in it, in ever new words and sizes; the same few passages come back',
  batch: 24,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const topic = agent.pick([
      'data residency',
      'liability for subcontractors',
      'price indexation',
      'source code escrow',
      'step-in rights',
    ]);
    const store = `${words.project()}-contracts`;
    const passages = Array.from({ length: agent.between(4, 6) }, () => ({
      chunk: `${words.project()}-msa.pdf#${agent.between(1, 90)}`,
      text: words.prose(2, 3),
      score: agent.between(4100, 6200),
    }));
    const tool = agent.pick(['retrieve', 'search_documents', 'mcp__kb__query', 'vector_search']);
    const scored = agent.random.chance(0.7);
    agent.prompt(`What have we agreed with ${words.project()} on ${topic}? Quote the clause.`);
    agent.call('list_collections', {}, { collections: [store, `${store}-archive`] });
    agent.loopBegins();
    agent.times(26, 40, () => {
      const many = agent.pick([3, 4, 5, 8]);
      const found = passages
        .map((passage) => ({ ...passage, score: passage.score + agent.between(-200, 200) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, many)
        .map(({ chunk, text, score }) =>
          scored ? { chunk, text, score: score / 10_000 } : { chunk, text },
        );
      const query = agent.pick(WAYS)(topic);
      agent.call(
        tool,
        agent.random.chance(0.7)
          ? { query, top_k: many }
          : { query, top_k: many, collection: store },
        { results: found },
        {
          saying: agent.pick([
            '',
            '',
            'Not the clause I need. Let me put it in other words.',
            'These do not mention it; refining the query.',
            'Perhaps it has another heading.',
          ]),
        },
      );
    });
  },
};
