import type { AgentView } from '../../src/gate/index.ts';
/**
 * What is looked at when a world comes to rest: the whole journal, judged again by the program's own verifiers and compared
 * with what the last process knows.
 */
import {
  compareEvents,
  evidenceProblem,
  GENESIS_HASH,
  replayJournal,
  verifyChain,
} from '../../src/journal/index.ts';
import type { JournalRow, Store } from '../../src/store/index.ts';
import type { Tally } from './sometimes.ts';
import type { Check } from './violation.ts';

const ROWS_AT_ONCE = 1_000;
const VERIFIED_EVERY = 4;
/** Letters shown around a difference. */
const CONTEXT = 80;

/** Checks everything that is on the disk. */
export async function lookAtDisk(
  kept: Store,
  tally: Tally,
  broke: (check: Check, what: string) => void,
): Promise<void> {
  for (const [index, { agent, seq }] of (await kept.heads()).entries()) {
    // The replay finds what is broken in a chain as well; the verifiers of auditors are asked about some of them.
    const replay = await replayJournal(kept, agent);
    if (!replay.parity) broke('replay-equal', `${agent}, row ${replay.seq}: ${replay.problem}`);
    for (const one of await kept.evidence(agent, 100)) {
      tally.see('evidence was kept');
      const problem = await evidenceProblem(kept, one);
      if (problem !== null) broke('evidence-true', `${agent}: ${problem}`);
    }
    if (index % VERIFIED_EVERY !== 0) continue;
    const chain = await verifyChain(rowsOf(kept, agent), { seq: 0, hash: GENESIS_HASH });
    if (!chain.ok) broke('chain-whole', chain.problem);
    const events = await compareEvents(kept, agent, seq);
    if (events.wrong > 0) broke('events-true', `${agent}: ${events.first ?? ''}`);
  }
}

/** Where two views of an agent differ; null when they are the same. Marks are the process's own, so holds by them are too. */
export function viewDifference(mine: AgentView, theirs: AgentView): string | null {
  const [one, other] = [mine, theirs].map((view) => JSON.stringify({ ...view, holds: [] }));
  if (one === undefined || other === undefined || one === other) return null;
  const from = Math.max(0, one.split('').findIndex((letter, at) => letter !== other[at]) - CONTEXT);
  const part = (text: string) => text.slice(from, from + 3 * CONTEXT);
  return `${mine.id}: …${part(one)}… is not …${part(other)}…`;
}

async function* rowsOf(kept: Store, agent: string): AsyncGenerator<JournalRow> {
  for (let from = 1; ; from += ROWS_AT_ONCE) {
    const rows = await kept.read(agent, from, ROWS_AT_ONCE);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
