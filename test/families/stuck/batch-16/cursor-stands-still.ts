/**
 * The batch number rises with every call, but the cursor that is sent along is always the first one: the same rows again.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const cursorStandsStill: Family = {
  name: 's_cursor_stands_still',
  what: 'embeds batch after batch by a rising number while the cursor it sends never moves',
  batch: 16,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const index = `${words.project()}-${words.noun()}s`;
    const size = agent.pick([50, 100, 128, 200]);
    const [tool, read] = agent.pick([
      ['embed_batch', 'vector_stats'],
      ['mcp__vectors__reembed', 'mcp__vectors__describe'],
      ['pinecone_upsert_from_table', 'pinecone_describe_index'],
      ['qdrant_backfill', 'qdrant_collection_info'],
    ] as const);
    const total = agent.between(40, 90) * size;
    const first = agent.between(10_000, 900_000);
    const cursor = words.opaque(22);
    let spent = agent.between(10_000, 90_000);
    agent.prompt(
      `Re-embed all ${total} documents of ${index} with the new model, ${size} at a time.`,
    );
    agent.warmUp(3, 7);
    agent.times(2, 4, () =>
      agent.call(
        read,
        { index },
        { index, dimension: agent.pick([768, 1024, 1536]), vectors: total, pending: total },
      ),
    );
    agent.loopBegins();
    agent.times(28, 44, (batch) => {
      spent += agent.between(14_000, 19_000);
      agent.call(
        tool,
        { index, batch: batch + 1, cursor, limit: size, label: `${words.noun()}-${batch + 1}` },
        {
          ok: true,
          processed: size,
          first_id: first,
          last_id: first + size - 1,
          next_cursor: cursor,
          tokens_billed: spent,
          took_ms: agent.between(900, 9000),
          request_id: words.uuid(),
        },
        {
          saying: agent.pick([
            `Batch ${batch + 1} is done, ${Math.min(99, Math.round(((batch + 1) * size * 100) / total))} % of the documents.`,
            `On to batch ${batch + 2}.`,
            musing(agent, `batch ${batch + 1}`),
            '',
          ]),
          tookMs: agent.between(900, 9000),
        },
      );
      if (batch % 9 === 8)
        agent.call(
          read,
          { index },
          { index, vectors: total, pending: total - size, updated_at: agent.clock() },
          { saying: musing(agent, 'pending count') },
        );
      if (batch === 20 && agent.random.chance(0.4))
        agent.compact(
          `Re-embedding ${index}: batches 1 to ${batch + 1} of ${total / size} are done. Go on with batch ${batch + 2}, cursor ${cursor}.`,
        );
    });
  },
};
