/** How long somebody waits for an answer. */
import { withDeadline } from '../../base/node/deadline.ts';

/** As long as this, and no longer than until it is aborted. */
export interface Patience {
  readonly waitMs: number;
  /** Aborted when nobody waits any more. */
  readonly gone?: AbortSignal;
}

/** Waits for something as long as somebody is patient and the desk is open. */
export async function waitedFor(
  work: Promise<void>,
  { waitMs, gone }: Patience,
  closing: AbortSignal,
): Promise<void> {
  const enders = [closing, ...(gone === undefined ? [] : [gone])];
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  for (const signal of enders) signal.addEventListener('abort', end);
  if (enders.some(({ aborted }) => aborted)) end();
  try {
    await withDeadline(Promise.race([work, ended.promise]), Math.max(waitMs, 0), () => undefined);
  } finally {
    for (const signal of enders) signal.removeEventListener('abort', end);
  }
}
