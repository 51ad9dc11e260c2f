/**
 * Whether an answer is a reading: a few lines with a figure in them, and no word that says that all is well.
 *
 * "padding: 7px", `{"duplicates": 474}` and "replicas 3/15" may be what somebody wants to move. "212 passed" stays as it is
 * because it is as it should be.
 */
const LINES_MAX = 4;

/** What says that nothing is to be done about it. */
const well =
  /\b(?:ok|okay|pass(?:ed|es|ing)?|success\w*|succeeded|done|clean|healthy|up[ -]to[ -]date|complete[d]?|finished|built|compiled|valid|true|merged|approved|green|ready|running|active|available|online|up|live|saved|created|deployed|rolled out|no (?:errors?|problems?|issues?|warnings?|changes?)|0 (?:errors?|problems?|issues?|warnings?|failed|failures|vulnerabilities))\b|[✓✔]|\b20[014]\b/i;

/** How a command says no more than that it did something. */
const acknowledged =
  /\b(?:updated|changed|modified|removed|deleted|added|restored|written|pushed|committed|installed|sent)\b/i;

/** Whether the lines of an answer are a reading; that of a command may say what it did. */
export function isReading(lines: readonly string[], isCommand: boolean): boolean {
  if (lines.length === 0 || lines.length > LINES_MAX) return false;
  const text = lines.join('\n');
  return /\d/.test(text) && !well.test(text) && !(isCommand && acknowledged.test(text));
}
