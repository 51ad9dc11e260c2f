import type { Family } from '../family.ts';

/** A vector search always finds something. */
export const sameArticles: Family = {
  name: 's_same_articles',
  what: 'asks a knowledge base in ever other words and gets the same few articles with other scores',
  batch: 3,
  limit: 15,
  play(agent) {
    agent.prompt('Can I pay by cheque?');
    const articles = Array.from({ length: 4 }, (_, index) => ({
      id: `kb-${100 + index}`,
      title: agent.words.sentence(),
    }));
    agent.loopBegins();
    agent.times(18, 28, () => {
      const query =
        `${agent.pick(['pay', 'payment', 'paying', 'settle'])} ${agent.pick(['by', 'with', 'using'])} ${agent.pick(['cheque', 'check', 'bank draft', 'paper check'])} ${agent.pick(['policy', 'allowed', 'possible', 'options', ''])}`.trim();
      agent.call(
        'kb_search',
        { query, top_k: 3 },
        {
          hits: articles
            .slice(0, agent.between(3, 4))
            .map((one) => ({ ...one, score: agent.between(310, 690) / 1000 })),
        },
      );
    });
  },
};
