/**
 * A person's yes that nobody used before a restart, read from the journal: the grant is there, and no deed after it.
 *
 * An event says where a grant released something; the record in that row must be that grant. A grant that released nothing
 * is no yes to anything.
 */
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import type { AgentRecord } from '../../core/index.ts';
import { readRow } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import type { QuestionAbout } from './question.ts';

/** What is read. */
export type YesStore = Pick<Store, 'events' | 'read'>;

/** A yes, and when it was said. */
export interface RecordedYes {
  readonly about: QuestionAbout;
  readonly at: number;
}

const EVENTS_MAX = 1_000;
const ROWS_AT_ONCE = 500;

/** Every yes since a time that let nothing through yet. One use is enough: what passed on the wire asks again. */
export async function unusedYes(
  store: YesStore,
  since: number,
  agent?: string,
): Promise<readonly RecordedYes[]> {
  const wanted = {
    type: 'release',
    since,
    newestFirst: true,
    limit: EVENTS_MAX,
    ...present({ agent }),
  };
  const found = await store.events(wanted);
  const agents = Map.groupBy(found, (event) => event.agent);
  const all = [...agents].map(([whose, events]) =>
    unusedOf(store, whose, new Set(events.map(({ seq }) => seq))),
  );
  return (await Promise.all(all)).flat().filter(({ at }) => at >= since);
}

async function unusedOf(
  store: YesStore,
  agent: string,
  released: ReadonlySet<number>,
): Promise<readonly RecordedYes[]> {
  const open = new Map<string, RecordedYes>();
  for (let seq = Math.min(...released); ;) {
    const rows = await store.read(agent, seq, ROWS_AT_ONCE);
    for (const row of rows) {
      const entry = readRow(row);
      if (!('record' in entry)) continue;
      const { record, decision } = entry;
      const about = aboutOf(agent, record);
      if (about === null) continue;
      const key = JSON.stringify(about);
      const isYes =
        record.type === 'operator' && record.action === 'grant' && released.has(row.seq);
      if (isYes) open.set(key, { about, at: row.at });
      else if (record.type !== 'admit' || decision.safety.allowed) open.delete(key);
    }
    if (rows.length < ROWS_AT_ONCE) return [...open.values()];
    seq = (rows.at(-1)?.seq ?? seq) + 1;
  }
}

/** The action that a record grants, refuses, does or asks about again; null for any other record. */
function aboutOf(agent: string, record: AgentRecord): QuestionAbout | null {
  const target = 'target' in record ? record.target : undefined;
  return target === undefined ? null : { agent, session: record.session ?? MAIN, target };
}
