/**
 * The same question to each contract of a store: the words of the query stay, only the filter changes, and often the answer is the same.
 */
import type { Family } from '../../family.ts';

export const contractsAsked: Family = {
  name: 'h_contracts_asked',
  what: 'asks a document store the same question of one contract after the other; many have the same clause or none',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const query = agent.pick([
      'termination notice period',
      'liability cap',
      'auto-renewal',
      'governing law',
    ]);
    const tool = agent.pick(['retrieve', 'search_documents', 'mcp__kb__query']);
    const standard = words.prose(2, 3);
    const contracts = Array.from(
      { length: agent.between(20, 45) },
      (_, index) => `${words.project()}-${words.noun()}-${index + 1}.pdf`,
    );
    const sheet = agent.random.chance(0.6);
    agent.prompt(`For each of the ${contracts.length} supplier contracts tell me: ${query}.`);
    agent.call('list_documents', { folder: 'suppliers' }, { documents: contracts });
    const found: string[] = [];
    for (const document of contracts) {
      const kind = agent.between(0, 9);
      const text = kind < 5 ? standard : words.prose(1, 2);
      const page = agent.between(2, 40);
      agent.call(
        tool,
        { query, filter: { document }, top_k: 1 },
        kind < 3 ? { results: [] } : { results: [{ document, page, text }] },
      );
      if (kind < 3 && agent.random.chance(0.6))
        agent.call(
          tool,
          { query: `${query} clause`, filter: { document }, top_k: 3 },
          { results: [] },
        );
      const cell = kind < 3 ? 'none' : `p. ${page}`;
      found.push(`${document}: ${cell}`);
      if (sheet)
        agent.call('append_row', { sheet: 'clauses', row: [document, cell] }, { ok: true });
    }
    agent.answer(found.join('\n'));
  },
};
