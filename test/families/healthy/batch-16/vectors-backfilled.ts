/**
 * Batch after batch is embedded with the cursor that the one before gave, until none are pending.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function limited(
  agent: ScriptedAgent,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): void {
  const answer = { ok: false, error: 'rate_limited', retry_after_s: agent.between(2, 20) };
  agent.call(tool, args, answer, { tookMs: agent.between(100, 900) });
}

function remark(agent: ScriptedAgent, batch: number, batches: number): string {
  return agent.pick([
    `Batch ${batch} is done, ${Math.round((batch * 100) / batches)} % of the documents.`,
    `On to batch ${batch + 1}.`,
    musing(agent, `batch ${batch}`),
    '',
  ]);
}

export const vectorsBackfilled: Family = {
  name: 'h_vectors_backfilled',
  what: 'embeds batch after batch, each with the cursor of the one before, until nothing is pending',
  batch: 16,
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
    const batches = agent.between(26, 44);
    let first = agent.between(10_000, 900_000);
    let cursor = words.opaque(22);
    let spent = agent.between(10_000, 90_000);
    agent.prompt(
      `Re-embed all ${batches * size} documents of ${index} with the new model, ${size} at a time.`,
    );
    const [vectors, dimension] = [batches * size, agent.pick([768, 1024, 1536])];
    agent.times(1, 3, () => {
      agent.call(read, { index }, { index, dimension, vectors, pending: vectors });
    });
    for (let batch = 1; batch <= batches; batch += 1) {
      const next = words.opaque(22);
      spent += agent.between(14_000, 19_000);
      if (agent.random.chance(0.06)) limited(agent, tool, { index, batch, cursor, limit: size });
      agent.call(
        tool,
        { index, batch, cursor, limit: size, label: `${words.noun()}-${batch}` },
        {
          ok: true,
          processed: size,
          first_id: first,
          last_id: first + size - 1,
          next_cursor: batch === batches ? null : next,
          tokens_billed: spent,
          took_ms: agent.between(900, 9000),
          request_id: words.uuid(),
        },
        {
          saying: remark(agent, batch, batches),
          tookMs: agent.between(900, 9000),
        },
      );
      cursor = next;
      first += size;
      if (batch % 9 === 8)
        agent.call(
          read,
          { index },
          {
            index,
            vectors,
            pending: (batches - batch) * size,
            updated_at: agent.clock(),
          },
          { saying: musing(agent, 'pending count') },
        );
      if (batch === 20 && agent.random.chance(0.4))
        agent.compact(
          `Re-embedding ${index}: batches 1 to 20 of ${batches} are done. Go on with batch 21, cursor ${cursor}.`,
        );
    }
    agent.answer('All documents carry the new embedding.');
  },
};
