/**
 * Which session and thread the last of some records is answered for.
 */
import type { AgentRecord } from '../../src/core/records/records.ts';

const MAIN = 'main';

interface Named {
  readonly session: string;
  readonly thread: string | undefined;
}

/** The names in the last record, or those that were named last before it. */
export function answeredFor(records: readonly AgentRecord[]): {
  readonly session: string;
  readonly thread: string;
} {
  const named = records.flatMap((record): readonly Named[] => {
    const wide = record.type === 'operator' || record.type === 'signal';
    if (wide && record.thread === undefined) {
      return record.session === undefined ? [] : [{ session: record.session, thread: undefined }];
    }
    return [{ session: record.session ?? MAIN, thread: record.thread ?? MAIN }];
  });
  const session = named.at(-1)?.session ?? MAIN;
  const inIt = named.filter((one) => one.session === session && one.thread !== undefined);
  return { session, thread: inIt.at(-1)?.thread ?? MAIN };
}
