/**
 * `npm run bench:detect`: what judging costs.
 *
 * SimHash by length, the digest of a 4 kB result, and one step of the judge. Medians of rounds.
 */
import {
  digestEvent,
  initialJudge,
  judgeEvent,
  simhash,
  type EventDigest,
  type ToolEvent,
} from '../src/detect/index.ts';

const ROUNDS = 9;
const ROUND_MS = 150;

/** Median time of one call in microseconds. */
function microseconds(work: (index: number) => unknown): number {
  const times: number[] = [];
  let index = 0;
  for (let round = -2; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    let calls = 0;
    while (performance.now() - startedAt < ROUND_MS) {
      work(index);
      index += 1;
      calls += 1;
    }
    // The first rounds compile the code; they do not count.
    if (round >= 0) times.push(((performance.now() - startedAt) / calls) * 1_000);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

/** Text of about the given length, with words that repeat as they do in a language. */
function textOf(characters: number, seed: number): string {
  let text = '';
  for (let index = 0; text.length < characters; index += 1) {
    const rank = Math.imul(index + seed, 2_654_435_761) >>> 0;
    text += `${(rank % (1 + (rank % 900))).toString(36)}word${index % 12 === 11 ? '.\n' : ' '}`;
  }
  return text.slice(0, characters);
}

console.log('| what | time (median) | rate |');
console.log('| --- | --- | --- |');
for (const kilobytes of [1, 10, 100]) {
  const text = textOf(kilobytes * 1_000, 1);
  const time = microseconds(() => simhash(text));
  const rate = text.length / time;
  console.log(`| SimHash of ${kilobytes} kB | ${time.toFixed(1)} µs | ${rate.toFixed(0)} MB/s |`);
}

const step = (index: number): ToolEvent => ({
  kind: 'tool',
  tool: 'bash',
  args: { command: `run-check --part ${index % 977}` },
  result: textOf(4_000, index % 53),
  atMs: index * 1_000,
});
const steps = Array.from({ length: 500 }, (_, index) => step(index));
const digesting = microseconds((index) => digestEvent(steps[index % 500] ?? step(0)));
console.log(`| digest of a 4 kB result | ${digesting.toFixed(1)} µs | |`);

const digests: readonly EventDigest[] = steps.map((event) => digestEvent(event));
let state = initialJudge();
const judging = microseconds((index) => {
  ({ state } = judgeEvent(state, digests[index % 500] ?? { kind: 'compaction' }));
});
console.log(`| one step of the judge | ${judging.toFixed(1)} µs | |`);
