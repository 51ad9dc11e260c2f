/** The runs that a detector got wrong, one a line: what to read when tuning. */
import type { Standing } from './standing.ts';

/** Missed and wrongly stopped runs of one detector. */
export function mistakesOf({ detector, verdicts }: Standing): string[] {
  const lines = verdicts.flatMap(({ run, firedAt }) => {
    const place = `${run.source.file}:${run.source.line}`;
    if (run.expect === 'stuck' && firedAt === null) return [`missed          ${run.id}  ${place}`];
    if (run.expect !== 'not_stuck' || firedAt === null) return [];
    return [`wrongly stopped ${run.id} at event ${firedAt}  ${place}`];
  });
  return [`${detector.name}: ${lines.length} mistakes`, ...lines];
}
