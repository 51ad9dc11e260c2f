/**
 * Takes off what clients put around and into the result of a tool: reminders for the model's eyes, counters of
 * tokens, ids and clocks of the run.
 *
 * None of it was said by the tool, and most of it is new each time, so that the same result would never look the
 * same. The exit code stays: it belongs to the outcome.
 */

const reminder = /<system[-_]reminder>[\s\S]*?<\/system[-_]reminder>/gi;

/**
 * Whole lines; the last part is a counter of what is left, in the wordings of several clients. White space is
 * bounded, or a result of nothing else would take forever.
 */
const frameLine = new RegExp(
  `^[ \\t]{0,8}(?:${[
    /<\/?untrusted_context>/,
    /chunk id: [0-9a-f]+/,
    /wall time: [\d.]+ ?\w*/,
    /(?:original token count|total output lines): \d+/,
    /(?:process group pgid|background pids): .*/,
    /(?:error|signal): \(none\)/,
    /\[warning\].*\d.*|you have called\b.*\d.*/,
    /<?(?:system[_-])?(?:warning|reminder|note)?>?:?[ \t]{0,8}(?:token usage|tokens? (?:used|left|remaining)|context (?:left|used)|remaining (?:tokens|context|budget))\b.*\d.*/,
  ]
    .map(({ source }) => source)
    .join('|')})[ \\t]*(?:\\n|$)`,
  'gim',
);

/** The label before what a command printed. */
const outputLabel = /^([^\n]{0,80}\bexit[^\n]{0,80}\n)?output:[ \t]{0,8}\n?/i;

/** The result without its frame. */
export function unframed(result: string): string {
  const spoken = result.includes('<') ? result.replace(reminder, '') : result;
  return spoken.replace(frameLine, '').replace(outputLabel, '$1');
}
