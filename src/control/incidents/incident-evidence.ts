/**
 * The text that was kept of a stop, as far as it is the one that the journal names.
 */
import { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { evidenceProblem } from '../../journal/index.ts';
import type { Evidence, Store, StoredEvent } from '../../store/index.ts';
import type { incidentView } from '../api/schemas-people.ts';

type EvidenceView = NonNullable<z.output<typeof incidentView>['evidence']>;

const EVIDENCE_LOOKED_AT = 200;

const stepShape = z.object({
  at: z.number(),
  kind: z.string(),
  session: z.string().nullable(),
  text: z.string(),
  thread: z.string().nullable(),
  mark: z.string().optional(),
});
const evidenceShape = z.object({ steps: z.array(stepShape) });

/** A text that was kept. */
export type KeptText = z.output<typeof stepShape>;

/** What was kept of a stop; nothing where none was, or it is not what the journal names. */
export interface KeptTexts {
  readonly hash: string;
  readonly problem: string | null;
  readonly texts: readonly KeptText[];
}

/** The texts of a stop; null when none were kept. */
export async function keptTexts(
  store: Store,
  { agent, seq }: Pick<StoredEvent, 'agent' | 'seq'>,
): Promise<KeptTexts | null> {
  const kept = (await store.evidence(agent, EVIDENCE_LOOKED_AT)).find((one) => one.seq === seq);
  return kept === undefined ? null : readTexts(store, kept);
}

/** The texts of a conversation between two times, from all that was kept of its agent; null when there are none. */
export async function textsAround(
  store: Store,
  agent: string,
  {
    session,
    thread,
    from,
    to,
  }: {
    readonly session: string;
    readonly thread: string;
    readonly from: number;
    readonly to: number;
  },
): Promise<readonly Pick<KeptText, 'at' | 'kind' | 'text'>[] | null> {
  const found = new Map<string, Pick<KeptText, 'at' | 'kind' | 'text'>>();
  for (const kept of await store.evidence(agent, EVIDENCE_LOOKED_AT)) {
    // What was written before the call can't hold its text.
    if (kept.at < from) break;
    const { texts } = await readTexts(store, kept);
    for (const { at, kind, text, session: of, thread: within } of texts) {
      const isOwn = (of ?? MAIN) === session && (within ?? MAIN) === thread;
      if (isOwn && at >= from && at <= to) found.set(`${at}\n${kind}\n${text}`, { at, kind, text });
    }
  }
  return found.size === 0 ? null : [...found.values()].toSorted((one, other) => one.at - other.at);
}

async function readTexts(store: Store, kept: Evidence): Promise<KeptTexts> {
  const { hash, body } = kept;
  const problem = await evidenceProblem(store, kept);
  if (problem !== null) return { hash, problem, texts: [] };
  const texts = evidenceShape.safeParse(JSON.parse(body)).data?.steps ?? [];
  return { hash, problem, texts };
}

/** The texts of the stopped session as the API shows them, repeats marked. */
export function viewTexts(
  { hash, problem, texts }: KeptTexts,
  session: string | null,
): EvidenceView {
  const own = session === null ? texts : texts.filter((one) => (one.session ?? MAIN) === session);
  const seen = new Set<string>();
  const steps = own.map(({ at, kind, session: of, text, thread }) => {
    const look = `${kind}\n${text}`;
    const repeated = seen.has(look);
    seen.add(look);
    return { at, kind, session: of, text, thread, repeated };
  });
  return { hash, steps, problem };
}
