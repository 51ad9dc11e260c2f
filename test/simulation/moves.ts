/**
 * What can happen to one agent in the simulator, as data.
 *
 * A life is a list of moves and nothing else, so it can be run again, cut down to the shortest list
 * that still fails, and printed.
 */
import type { AgentRecord } from '../../src/core/index.ts';

/** One thing that happens. */
export type Move =
  /** A record arrives; `copy` marks one that the transport delivers a second time. */
  | { readonly kind: 'record'; readonly record: AgentRecord; readonly copy: boolean }
  /** Something arrives that is no record; `how` says what is wrong with it. */
  | { readonly kind: 'malformed'; readonly how: string; readonly value: unknown }
  /** The state so far is written down. */
  | { readonly kind: 'snapshot' }
  /** The process dies and comes back from its records, or from the snapshot and the rest. */
  | { readonly kind: 'crash'; readonly from: 'start' | 'snapshot' };

/** A move as one line: records as they are, so that `tripwire decide` can read them. */
export function moveLine(move: Move): string {
  switch (move.kind) {
    case 'record':
      return JSON.stringify(move.record);
    case 'malformed':
      return `# malformed (${move.how}): ${JSON.stringify(move.value)}`;
    case 'snapshot':
      return '# snapshot';
    case 'crash':
      return `# crash, reloaded from ${move.from}`;
  }
}
