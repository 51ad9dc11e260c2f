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
    /(?:process group|background pids)\b.*/,
    /(?:error|signal): \(none\)/,
    /(?:exit code:?|process exited with code) 0/,
    /\[warning\].*\d.*|you have called\b.*\d.*/,
    /<?(?:system[_-])?(?:warning|reminder|note)?>?:?[ \t]{0,8}(?:token usage|tokens? (?:used|left|remaining)|context (?:left|used)|remaining (?:tokens|context|budget))\b.*\d.*/,
  ]
    .map(({ source }) => source)
    .join('|')})[ \\t]*(?:\\n|$)`,
  'gim',
);

/** What a client repeats of the call before the result. */
const echoedCall = /^command: [\s\S]{0,4000}?\ndirectory: [^\n]*\n(?=output: )/i;
/** What clients write where a tool wrote nothing. */
const silence = /^\s*\((?:empty|no output|[\w ]{0,40} completed with no output)\)\s*$/i;

/**
 * What is put before or behind every result: a label that ends in a colon, a count of turns, a ruler. Only where
 * something else is left.
 */
const label =
  /^\s*[^\n\d"'{}]{0,80}\b(?:output|result|response|returned|results|content|contents|observation|answer|log)s?\b[^\n\d"'{}]{0,40}:[ \t]*(?:\n|$)/i;
const turnCount =
  /^[ \t]*[[(]?(?:step|turn|iteration|round|call|request|message|action)s?[ #:]{1,3}\d+(?: ?(?:\/|of)(?: at most)? ?\d+)?[\])]?[.:]?[ \t]*$/gim;
const ruler = /^[ \t]*([-=_*~#.])\1{2,}[ \t]*$/gm;

const MARGIN_CHARACTERS = 200;
/** Words without a number above a ruler, and below the same ruler at the end: what is said about every result. */
const betweenRulers =
  /^(?:[^\n\d]{0,120}\n){0,3}?[ \t]*([-=_*~#.]{3,80})[ \t]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*(?:\n[^\n\d]{0,160}){0,3}\s*$/;

const rulerAbove = /(?:^|\n)[ \t]*([-=_*~#.])\1{2,}[ \t]*\n/;
const rulerWithin = /^[ \t]*([-=_*~#.])\1{2,}[ \t]*$/m;

/** The label before what a command printed. */
const outputLabel = /^([^\n]{0,80}\bexit[^\n]{0,80}\n)?output:[ \t]{0,8}\n?/i;

/** The result without its frame. */
export function unframed(result: string): string {
  const spoken = result.includes('<') ? result.replace(reminder, '') : result;
  const told = spoken.replace(echoedCall, '').replace(frameLine, '').replace(outputLabel, '$1');
  const shown = withoutRulers(told);
  return silence.test(shown) ? '' : withoutMargins(shown);
}

/** What stands between two rulers, where nothing but words stands around them. */
function withoutRulers(text: string): string {
  const inner = rulerAbove.test(text.slice(0, MARGIN_CHARACTERS))
    ? betweenRulers.exec(text)?.[2]
    : undefined;
  return inner === undefined || rulerWithin.test(inner) ? text : inner;
}

/** Without what is put before or behind every result. */
function withoutMargins(shown: string): string {
  if (shown.length <= 2 * MARGIN_CHARACTERS) return withoutHead(shown, withoutCount(shown));
  const first = shown.slice(0, MARGIN_CHARACTERS);
  const last = shown.slice(-MARGIN_CHARACTERS);
  const body = shown.slice(MARGIN_CHARACTERS, -MARGIN_CHARACTERS);
  return `${withoutHead(first, withoutCount(first))}${body}${withoutCount(last)}`;
}

function withoutCount(margin: string): string {
  return margin.replace(turnCount, '').replace(ruler, '');
}

/** Without a label, and without the empty lines that a count of turns leaves. */
function withoutHead(before: string, counted: string): string {
  const start = counted === before ? counted : counted.replace(/^\n+/, '');
  return start.replace(label, '');
}
