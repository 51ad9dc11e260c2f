/**
 * What a short answer says an act has done, as a count: "DELETE 500", "500 rows purged", `{"archived":200}`.
 *
 * The same act with the same answer is no repeat while it takes a portion of something away, or as much as it was asked to
 * take at most: what it works on is less by that each time. Nothing taken is nothing done.
 */

/** Longer answers are reports, in which a count may be about anything. */
const CHARACTERS_MAX = 300;
/** One thing done again and again is no portion of many. */
const PORTION_MIN = 2;
const AMOUNT = String.raw`(\d{1,3}(?:[,_ ]\d{3})+|\d+)`;

/** What is gone afterwards, or is somewhere else. */
const taken =
  'deleted|purged|removed|archived|moved|drained|expired|pruned|evicted|dequeued|requeued|redriven|replayed|migrated|dropped|trimmed|discarded|unsubscribed|collected';
/** What may be done to the same things again, if nothing bounds it. */
const made =
  'updated|inserted|processed|handled|sent|copied|imported|exported|indexed|reindexed|backfilled|converted|loaded|uploaded|downloaded|synced|written|created|closed|enriched|embedded|queued|published|notified|applied|affected|transferred|consumed|acknowledged|merged|tagged|encrypted|anonymised|anonymized|rewritten|compressed|resized|modified|rowcount|row_count';

/** "500 old rows were purged", "purged 500 rows", `"purged_count": 500`, `"rowsAffected": 500`. */
const patternOf = (verbs: string) =>
  new RegExp(
    String.raw`${AMOUNT} (?:[\p{L}-]+ ){0,3}(?:${verbs})\b|\b(?:${verbs}):? ${AMOUNT}\b|"(?!not|un|skip|fail)(?:[a-z]+_?)??(?:${verbs})(?:_?[a-z]+)?":\s*${AMOUNT}\b`,
    'iu',
  );
const takes = patternOf(taken);
const makes = patternOf(made);
/** What databases say. */
const deletes = new RegExp(String.raw`^\s*(?:DELETE|MOVE) ${AMOUNT}\s*$`);
const changes = new RegExp(
  String.raw`^\s*(?:UPDATE|COPY|MERGE|INSERT \d+) ${AMOUNT}\s*$|\b${AMOUNT} rows? affected|\bRows matched: \d+\s+Changed: ${AMOUNT}`,
);
/** What was added beside it may be what was taken away. */
const adds = /\b(?:added|installed|restored|recreated)\b/i;

/** Whether an answer says that a portion of something was done; `asked` is what the call says. */
export function takesPortion(answer: string, asked: string): boolean {
  if (answer.length > CHARACTERS_MAX || !/[2-9]|\d\d/.test(answer)) return false;
  const away = amountOf(deletes, answer) ?? amountOf(takes, answer);
  if (away !== null) return away >= PORTION_MIN && !adds.test(answer);
  const done = amountOf(changes, answer) ?? amountOf(makes, answer);
  return done !== null && done >= PORTION_MIN && bounds(asked, done);
}

function amountOf(pattern: RegExp, answer: string): number | null {
  const digits = pattern
    .exec(answer)
    ?.slice(1)
    .find((one) => one !== undefined);
  return digits === undefined ? null : Number(digits.replace(/[,_ ]/g, ''));
}

/** Whether a call names the number, as "at most so many". */
function bounds(asked: string, amount: number): boolean {
  return new RegExp(String.raw`(?<![\d.])${amount}(?![\d.])`).test(asked);
}
