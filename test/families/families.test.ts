/**
 * The judge on the families of this folder: no worse than it is, as a whole, in each family, and when the same runs come
 * without flags, cut, faster or slower.
 *
 * The floors are what was reached after mending; those of batches 11 to 14 are below the others, and those of 15 to 20 far below. What the judge made of each
 * batch before anybody mended anything for it is in docs/judgement.md, and says more about runs that nobody has seen.
 */
import { describe, expect, test } from 'vitest';
import { detectors } from '../../bench/judgement/detectors.ts';
import type { Change } from '../../bench/judgement/stress-runs.ts';
import {
  judgeStress,
  stressFigures,
  type StressVerdict,
} from '../../bench/judgement/stress-score.ts';
import { IS_LONG } from '../kit/runs.ts';
import { families, familyRuns, measuredFamilies } from './family-runs.ts';

const [ours] = detectors;

/** Each family has sixteen runs, in the manners of five clients and three tempi; that verdicts stay is tried with some of them. */
const EVERY = IS_LONG ? 1 : 8;

function judged(change: Change = {}, every = 1): StressVerdict[] {
  if (ours === undefined) throw new Error('there is no detector of ours');
  return familyRuns(measuredFamilies, change, every).map((run) => judgeStress(run, ours));
}

const plain = judged();

const batchOf = new Map(measuredFamilies.map(({ name, batch }) => [name, batch]));

/** Families in which the judge is known to miss more than a few; their floors are what it reaches. */
const HARD: Readonly<Record<string, number>> = {
  s_any_news: 12,
  s_came_back_empty: 10,
  s_dead_consumer: 0,
  s_dock_shuffle: 1,
  s_forgotten_chapters: 13,
  s_glossary_tug: 11,
  s_overlapping_windows: 13,
  s_overridden_setting: 16,
  s_page_one_again: 13,
  s_passed_around: 10,
  s_peer_dependency: 10,
  s_polished_comment: 6,
  s_promised_refund: 3,
  s_reading_in_circles: 10,
  s_reports_progress: 9,
  s_required_field: 11,
  s_rewritten_script: 11,
  s_same_bad_gateway: 2,
  s_same_page_of_log: 13,
  s_same_test_other_stack: 14,
};
const FEW_MISSED = 14;
/** Later batches were measured, and no mechanism was looked for that explains what fails in them. */
const LAST_MENDED = 14;

describe('the families', () => {
  test('have names of their own, a limit where they are stuck, and sixteen equal runs each time', () => {
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
    for (const { name, limit } of families) {
      expect(name, name).toMatch(/^[sh]_[a-z\d_]+$/);
      expect(limit !== undefined, name).toBe(name.startsWith('s_'));
    }
    const again = familyRuns(measuredFamilies.slice(0, 3));
    expect(again.map(({ run }) => run)).toEqual(plain.slice(0, 48).map(({ run }) => run.run));
    const fresh = families.filter((family) => !measuredFamilies.includes(family));
    const runs = familyRuns(fresh);
    expect(runs).toHaveLength(16 * fresh.length);
    expect(familyRuns(fresh)).toEqual(runs);
  });

  test('stuck runs are caught, healthy ones left alone', () => {
    const mended = plain.filter(({ run }) => (batchOf.get(run.family) ?? 0) <= 10);
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures(
      'batches 1 to 10',
      mended,
    );
    const former = plain.filter(({ run }) => (batchOf.get(run.family) ?? 0) <= 8);
    const before = stressFigures('batches 1 to 8', former);
    expect(before.caught / before.stuck).toBeGreaterThanOrEqual(0.98);
    expect(before.inTime / before.stuck).toBeGreaterThanOrEqual(0.89);
    // One family of batches 9 and 10 is missed for the most part.
    expect(caught / stuck).toBeGreaterThanOrEqual(0.97);
    expect(inTime / stuck).toBeGreaterThanOrEqual(0.86);
    expect(early).toBe(0);
    expect(wrong / healthy).toBeLessThanOrEqual(0.002);
  });

  test('batch 11 is judged better than when it was measured first, and far from well', () => {
    const own = plain.filter(({ run }) => batchOf.get(run.family) === 11);
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures('batch 11', own);
    expect([stuck, healthy, early]).toEqual([192, 192, 0]);
    // At first 112, 78 and 27.
    expect(caught).toBeGreaterThanOrEqual(148);
    // 110 before what mended wrong stops of batch 22.
    expect(inTime).toBeGreaterThanOrEqual(109);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  test('batch 12 is judged better than when it was measured first', () => {
    const own = plain.filter(({ run }) => batchOf.get(run.family) === 12);
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures('batch 12', own);
    expect([stuck, healthy, early]).toEqual([208, 208, 0]);
    // At first 159, 71 and 8.
    // 183 before what mended wrong stops of batch 23.
    expect(caught).toBeGreaterThanOrEqual(181);
    expect(inTime).toBeGreaterThanOrEqual(83);
    expect(wrong).toBeLessThanOrEqual(1);
  });

  test('batches 13 and 14 are judged better than when they were measured first', () => {
    const batch = (number: number) =>
      stressFigures(
        `batch ${number}`,
        plain.filter(({ run }) => batchOf.get(run.family) === number),
      );
    const [former, latter] = [batch(13), batch(14)];
    expect([former.stuck, former.healthy, former.early]).toEqual([192, 192, 0]);
    expect([latter.stuck, latter.healthy, latter.early]).toEqual([128, 128, 0]);
    // At first 150, 127 and 17.
    // 189 before subagents that only hand out an id were no sign of a loop.
    expect(former.caught).toBeGreaterThanOrEqual(186);
    // 151, and 96 below, before what mended wrong stops of batch 23.
    expect(former.inTime).toBeGreaterThanOrEqual(148);
    expect(former.wrong).toBeLessThanOrEqual(1);
    // At first 100, 80 and 7.
    expect(latter.caught).toBeGreaterThanOrEqual(118);
    expect(latter.inTime).toBeGreaterThanOrEqual(95);
    expect(latter.wrong).toBeLessThanOrEqual(1);
  });

  test('batches 15 and 16 are judged better than when they were measured first, and far from well', () => {
    const own = plain.filter(({ run }) => [15, 16].includes(batchOf.get(run.family) ?? 0));
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures('15 and 16', own);
    expect([stuck, healthy, early]).toEqual([448, 448, 0]);
    // At first 182, 88 and 24: the hardest so far.
    expect(caught).toBeGreaterThanOrEqual(237);
    // 113 before what mended wrong stops of batch 22.
    expect(inTime).toBeGreaterThanOrEqual(109);
    expect(wrong).toBeLessThanOrEqual(3);
  });

  test('batch 17 is judged better than when it was measured first, and far from well', () => {
    const own = plain.filter(({ run }) => batchOf.get(run.family) === 17);
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures('batch 17', own);
    expect([stuck, healthy, early]).toEqual([192, 224, 0]);
    // At first 73, 39 and 66.
    expect(caught).toBeGreaterThanOrEqual(81);
    // 41 before what mended wrong stops of batch 23.
    expect(inTime).toBeGreaterThanOrEqual(39);
    expect(wrong).toBeLessThanOrEqual(4);
  });

  test('batch 18 is judged better than when it was measured first', () => {
    const own = plain.filter(({ run }) => batchOf.get(run.family) === 18);
    const { stuck, caught, inTime, early, healthy, wrong } = stressFigures('batch 18', own);
    expect([stuck, healthy, early]).toEqual([192, 192, 0]);
    // At first 135, 111 and 36; mended for its wrong stops, and for three families of loops.
    expect(caught).toBeGreaterThanOrEqual(156);
    expect(inTime).toBeGreaterThanOrEqual(123);
    expect(wrong).toBeLessThanOrEqual(4);
  });

  test('batches 19 and 20 stop fewer healthy runs than when they were measured first', () => {
    const batch = (number: number) =>
      stressFigures(
        `batch ${number}`,
        plain.filter(({ run }) => batchOf.get(run.family) === number),
      );
    const [former, latter] = [batch(19), batch(20)];
    expect([former.stuck, former.healthy, former.early]).toEqual([96, 144, 0]);
    expect([latter.stuck, latter.healthy, latter.early]).toEqual([144, 96, 0]);
    // At first 75, 21 and 36; mended for its wrong stops.
    // 75 before subagents that only hand out an id were no sign of a loop.
    expect(former.caught).toBeGreaterThanOrEqual(72);
    expect(former.inTime).toBeGreaterThanOrEqual(21);
    expect(former.wrong).toBeLessThanOrEqual(11);
    // At first 89, 47 and 34; what mended its wrong stops cost three loops of guessed selectors.
    expect(latter.caught).toBeGreaterThanOrEqual(90);
    expect(latter.inTime).toBeGreaterThanOrEqual(44);
    expect(latter.wrong).toBe(0);
  });

  /** What was reached, with what was measured at first: stuck, healthy; caught, in time, wrong. */
  const newest: readonly (readonly [number, readonly number[], readonly number[]])[] = [
    // At first 176, 141 and 5.
    [21, [208, 192], [200, 152, 4]],
    // At first 161, 118 and 11.
    [22, [208, 192], [188, 117, 2]],
    // At first 182, 117 and 50.
    [23, [208, 208], [187, 117, 8]],
    // At first 130, 87 and 23.
    [24, [208, 208], [140, 86, 3]],
    // Nothing was mended for it.
    [25, [96, 96], [74, 67, 0]],
    // At first 225, 185 and 31.
    [26, [256, 256], [243, 195, 0]],
    // At first 102, 53 and 4.
    [27, [128, 128], [105, 64, 3]],
    // At first 111, 71 and 3.
    [28, [128, 144], [111, 71, 1]],
  ];
  for (const [batch, of, [caughtLeast = 0, inTimeLeast = 0, wrongMost = 0]] of newest) {
    test(`batch ${batch} is judged no worse than it was after mending`, () => {
      const own = plain.filter(({ run }) => batchOf.get(run.family) === batch);
      const { stuck, caught, inTime, early, healthy, wrong } = stressFigures(`${batch}`, own);
      expect([stuck, healthy, early]).toEqual([...of, 0]);
      expect(caught).toBeGreaterThanOrEqual(caughtLeast);
      expect(inTime).toBeGreaterThanOrEqual(inTimeLeast);
      expect(wrong).toBeLessThanOrEqual(wrongMost);
    });
  }

  // Each family of the later batches has sixteen runs or none of them, so only their sum has a floor.
  for (const { name } of measuredFamilies.filter(({ batch }) => batch <= LAST_MENDED)) {
    test(name, () => {
      const own = plain.filter(({ run }) => run.family === name);
      const { stuck, caught, wrong } = stressFigures(name, own);
      expect(caught).toBeGreaterThanOrEqual(stuck === 0 ? 0 : (HARD[name] ?? FEW_MISSED));
      expect(wrong).toBeLessThanOrEqual(1);
    });
  }
});

describe('the verdicts stay', () => {
  const isStopped = ({ firedAt }: StressVerdict) => firedAt !== null;
  const some = plain.filter((_, index) => index % EVERY === 0);
  const changedIn = (change: Change) => {
    const other = judged(change, EVERY);
    const changed = some.filter((verdict, index) => {
      const after = other[index];
      return after !== undefined && isStopped(verdict) !== isStopped(after);
    });
    const isUpTo = (batch: number) => (verdict: StressVerdict) =>
      (batchOf.get(verdict.run.family) ?? 0) <= batch;
    const isFormer = isUpTo(8);
    const isMended = isUpTo(LAST_MENDED);
    const share = (those: readonly StressVerdict[], of: readonly StressVerdict[]) =>
      those.length / of.length;
    // A missed loop that is stopped now, and a wrong stop that is none now, spoil nothing.
    const spoilt = changed.filter(({ outcome }) => outcome !== 'missed' && outcome !== 'wrong');
    return {
      mended: share(spoilt.filter(isMended), some.filter(isMended)),
      later: share(
        spoilt.filter((one) => !isMended(one)),
        some.filter((one) => !isMended(one)),
      ),
      former: share(changed.filter(isFormer), some.filter(isFormer)),
    };
  };
  const changes: readonly (readonly [string, Change, number, number])[] = [
    ['without error flags', { withoutFlags: true }, 0.01, 0.0275],
    ['at four times the pace', { times: 0.25 }, 0.01, 0.0275],
    ['at a quarter of the pace', { times: 4 }, 0.01, 0.0275],
    // A page whose beginning is the same everywhere, cut behind it, says nothing any more. Of the later batches it spoils 7.3 %,
    // and 7.7 % of the runs that are tried here.
    ['cut to two hundred characters', { cutTo: 200 }, 0.02, 0.08],
  ];
  for (const [what, change, share, shareOfLater] of changes) {
    test(what, () => {
      const { mended, later, former } = changedIn(change);
      expect(former).toBeLessThanOrEqual(share);
      expect(mended).toBeLessThanOrEqual(1.5 * share);
      expect(later).toBeLessThanOrEqual(shareOfLater);
    });
  }
});
