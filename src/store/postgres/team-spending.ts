/** The sums and claims that nodes share, asked of the database (`team-tables.ts`). */
import type { ClaimAnswer, SharedSums, SpentAmounts, SumAsked } from '../shared-spending.ts';
import type { Connection } from './connection.ts';

/** What the sums need of the node. */
export interface SummingNode {
  readonly node: number;
  readonly generation: number;
}

/** Sums that the journal has from before are no node's. */
const NO_NODE = 0;

const CLAIM = 'SELECT tripwire.claim_spending($1, $2, $3) AS answer';
const RELEASE = 'DELETE FROM tripwire.team_claims WHERE call = $1';
const SUMS = `
  SELECT tokens, calls, micro_usd AS "microUsd" FROM tripwire.team_sums($1, $2) ORDER BY place`;
const IS_COUNTED = 'SELECT is_counted FROM tripwire.team_state WHERE generation = $1';
const THROUGH = `
  SELECT heads.agent, coalesce(base.seq, heads.seq) AS through FROM tripwire.heads
    LEFT JOIN tripwire.team_base AS base ON base.generation = $1 AND base.agent = heads.agent`;
const COUNTED = `
  UPDATE tripwire.team_state SET is_counted = true WHERE generation = $1 AND NOT is_counted RETURNING 1`;
const COUNT_EARLIER = `
  INSERT INTO tripwire.team_spending (generation, key, hour, node, tokens, calls, micro_usd)
    SELECT $1, k.key, s.hour, ${NO_NODE}, sum(s.tokens), sum(s.calls), sum(s."microUsd")
    FROM (
      SELECT one.*, tripwire.is_rest($1, one.agent, one.labels) AS is_rest
      FROM jsonb_to_recordset($2::jsonb) AS one (agent text, labels text, keys jsonb, "restKeys" jsonb, hour bigint,
        tokens bigint, calls bigint, "microUsd" bigint)
    ) AS s
    CROSS JOIN LATERAL jsonb_array_elements_text(CASE WHEN s.is_rest THEN s."restKeys" ELSE s.keys END) AS k (key)
    GROUP BY k.key, s.hour`;
const FORGET = ['team_spending', 'team_base', 'team_labels', 'team_claims'].map(
  (table) => `DELETE FROM tripwire.${table} WHERE generation < $1`,
);

/** The sums of an open database, as one node asks for them. */
export function postgresSums(connection: Connection, node: SummingNode): SharedSums {
  const { waiting } = connection;
  return {
    generation: () => node.generation,
    countEarlier: async (count) => {
      const { generation } = node;
      const doing = 'counting what teams spent';
      const [state] = await connection.ask(doing, IS_COUNTED, [generation]);
      if (state?.['is_counted'] === true) return;
      const heads = await connection.ask<{ readonly agent: string; readonly through: number }>(
        doing,
        THROUGH,
        [generation],
      );
      const spends = await count(new Map(heads.map(({ agent, through }) => [agent, through])));
      await waiting.write(doing, async (ask) => {
        const [first] = await ask(COUNTED, [generation]);
        // Another node was faster, or the sums began anew meanwhile.
        if (first === undefined) return;
        await ask(COUNT_EARLIER, [generation, JSON.stringify(spends)]);
        for (const forget of FORGET) await ask(forget, [generation]);
      });
    },
    claim: async (claim) => {
      const values = [node.node, node.generation, JSON.stringify(claim)];
      const [found] = await waiting.ask('claiming a share of a budget', CLAIM, values);
      return (found?.['answer'] ?? null) as ClaimAnswer | null;
    },
    release: async (call) => {
      await connection.ask('giving back a share of a budget', RELEASE, [call]);
    },
    sums: (asked: readonly SumAsked[]) =>
      connection.ask<SpentAmounts>('reading what teams spent', SUMS, [
        node.generation,
        JSON.stringify(asked),
      ]),
  };
}
