/**
 * Where a decision differs from what a vector expects of it.
 *
 * All differences are listed, not only the first: who ports the core wants to see the whole step.
 */
import { canonicalJson, type Decision, type Digests } from '../../src/core/index.ts';
import type { Expectation, ExpectedHold } from './vector-format.ts';

type Members = Readonly<Record<string, unknown>>;

/** One line for each thing that is not as expected. */
export function differences(
  expected: Expectation,
  decision: Decision,
  digests: Digests,
): readonly string[] {
  const { health, holds, wakeAt } = expected;
  const { reason } = decision.safety;
  return [
    ...members('activity', expected.activity, { ...decision.activity }),
    ...members('intent', expected.intent, { ...decision.intent }),
    ...members('safety', expected.safety, { ...decision.safety }),
    ...members('digests', expected.digests, { ...digests }),
    ...(health === undefined ? [] : value('health', health, decision.health)),
    ...(wakeAt === undefined ? [] : value('wakeAt', wakeAt, decision.wakeAt)),
    ...(holds === undefined ? [] : holdDifferences(holds, decision)),
    ...(expected.reasonIncludes ?? [])
      .filter((part) => !reason.includes(part))
      .map((part) => `safety.reason: ${part} is not in "${reason}"`),
    ...(expected.reasonExcludes ?? [])
      .filter((part) => reason.includes(part))
      .map((part) => `safety.reason: ${part} is in "${reason}"`),
  ];
}

function members(name: string, expected: Members | undefined, got: Members): readonly string[] {
  return Object.entries(expected ?? {}).flatMap(([key, wanted]) =>
    value(`${name}.${key}`, wanted, Object.hasOwn(got, key) ? got[key] : null),
  );
}

function value(name: string, wanted: unknown, got: unknown): readonly string[] {
  const [left, right] = [canonicalJson(wanted), canonicalJson(got)];
  return left === right ? [] : [`${name}: expected ${left}, got ${right}`];
}

/** The same number of holds, and each as expected, in their order. */
function holdDifferences(expected: readonly ExpectedHold[], decision: Decision): readonly string[] {
  const standing = decision.holds.map((hold): Members => ({ ...hold }));
  const same =
    expected.length === standing.length &&
    expected.every((wanted, index) => members('hold', wanted, standing[index] ?? {}).length === 0);
  return same ? [] : [holdProblem(expected, standing)];
}

function holdProblem(expected: readonly ExpectedHold[], standing: readonly Members[]): string {
  return `holds: expected ${canonicalJson(expected)}, got ${canonicalJson(standing)}`;
}
