/**
 * The runs of the families in this folder, made afresh from their seeds: sixteen of each.
 */
import {
  stressRun,
  type Change,
  type RawRun,
  type StressRun,
} from '../../bench/judgement/stress-runs.ts';
import type { Family } from './family.ts';
import { healthyFamilies } from './healthy/index.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { stuckFamilies } from './stuck/index.ts';

const RUNS_OF_EACH = 16;

/** Batches after this one wait to be measured, once, before anything is mended for them; they have no floors yet. */
const LAST_MEASURED = 28;

export const families: readonly Family[] = [...stuckFamilies, ...healthyFamilies];

/** The families whose verdicts are held by floors. */
export const measuredFamilies = families.filter(({ batch }) => batch <= LAST_MEASURED);

/** One run of a family, as it was played. */
function rawRun(family: Family, instance: number): RawRun {
  const agent = new ScriptedAgent(family, instance);
  family.play(agent);
  return agent.run();
}

/** The runs of some families, changed as asked, ready to be judged: all of them, or every so-many-th. */
export function familyRuns(
  some: readonly Family[],
  change: Change = {},
  every = 1,
): readonly StressRun[] {
  const places = some.flatMap((family) =>
    Array.from({ length: RUNS_OF_EACH }, (_, instance) => ({ family, instance })),
  );
  return places
    .filter((_, index) => index % every === 0)
    .map(({ family, instance }) => {
      const place = { file: `test/families/${family.name}`, line: 1 };
      return stressRun(rawRun(family, instance), place, change);
    });
}
