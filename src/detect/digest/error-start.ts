/**
 * Whether a result begins as an error does.
 *
 * The pattern is the largest of all and takes V8 a millisecond to compile, which is much for a hook. Nearly every result is
 * none of its matches and has none of the words that each of them needs: those are looked for first.
 */

/** How a result begins that is an error, whoever words it. */
export const ERROR_START = new RegExp(
  [
    // The word itself, or after at most two names of who says so: "remote: error: …", "a.c:3:1: error: …".
    /(?:error|fatal|exception)\b|(?:[a-z]+ ){1,2}error: |(?:[^\s:]{1,60}(?::\d+)*: ){1,2}(?:fatal |internal )?(?:error|fatal): /,
    /traceback \(most recent|[a-z.]*(?:error|exception):|e(?::|\s{2,})\s?\S|npm err(?:or|!)|mcp error|curl: \(\d+\)|panic: /,
    // What could not be done, said by itself or by a program: "date: cannot set date".
    /(?:[^\s:]{1,60}: ){0,2}(?:line \d+: )?(?:cannot|could not|unable to|failed to|undefined reference|permission denied|no such file|operation not permitted|invalid option|unknown option|unrecognized)\b/,
    // What the network says, with or without who says it.
    /(?:(?:read|write|connect|getaddrinfo|socket|fetch failed:?) )?e(?:conn(?:refused|reset|aborted)|timedout|ai_again|notfound)\b|upstream (?:connect error|request timeout)|(?:the )?(?:connection|socket) (?:was |has been )?(?:reset|closed|refused|hang up|timed out)\b|socket hang up/,
    /access (?:to [^\n]{1,80} )?(?:is |was |has been )?(?:blocked|denied|refused|forbidden|not (?:allowed|permitted))\b/,
    /(?:unknown|no such|undefined|invalid) (?:tool|function|command|method|action)\b|(?:tool|function|command|method) [^\n]{1,60} (?:not found|does not exist|is not (?:available|defined|recogni[sz]ed|a valid))\b/,
    /command failed|usage: |.{0,60} not found in |.{0,80}: (?:command not found|no such file or directory|permission denied|syntax error)/,
    // What was tried, and a reason: "apply_patch verification failed: …".
    /[\w -]{1,60} failed: /,
    // What was handed in is not as it must be.
    /(?:[\w ]{1,40} )?(?:does not|do not|did not) (?:match|conform|satisfy|validate)\b|(?:schema |input )?validation (?:failed|error)|(?:missing|invalid) (?:required )?(?:parameter|argument|field|property|value|input)s?\b/,
    // Refusals and limits.
    /(?:refused|denied|rejected|blocked|forbidden|unauthori[sz]ed)[:.]/,
    /(?:[\w -]{1,40} )?(?:quota|limit|budget|credits?) (?:was |has been )?(?:exceeded|reached|exhausted)\b/,
    /(?:[\w.]{1,40}: )?(?:timed out\b|timeout (?:of |after )?\d+ ?\w* exceeded|timeout\s*$)/,
    // A status of HTTP needs its name, or the word before it: "455 passed" is none.
    /(?:http\/[\d.]+|http|status(?: code)?|error):? [45]\d\d\b|[45]\d\d (?:bad |unauthori[sz]ed|forbidden|(?:page )?not found|method not|conflict\b|gone\b|too many|payment required|internal |service |gateway |client error|server error|payload |unprocessable|request |overloaded)/,
    // An object that holds an error, or says that there was one, as its first value or after others.
    /\{[^{}]{0,160}"(?:error|errors|error_?message)":\s*(?:\{|"[^"]|\[\s*[^\s\]])/,
    /\{[^{}]{0,160}"(?:success|ok|approved|accepted|valid|passed|allowed|permitted)":\s*false|\{[^{}]{0,160}"(?:is_?error|failed)":\s*true|\{\s*"status":\s*"(?:error|failed)"/,
    // A state that says no, whatever it is called: "status": "rejected".
    /\{[^{}]{0,160}"(?:status|state|result|outcome|decision)":\s*"(?:rejected|denied|declined|refused|forbidden|unauthori[sz]ed|not_allowed|invalid)"/,
    /\{[^{}]{0,160}"(?:problem|failure|fault|rejection|denial)":\s*(?:\{|"[^"])/,
    /\{\s*"(?:created|saved|sent|booked|updated|delivered|submitted|available)":\s*false/,
    /\{[^{}]{0,80}"(?:status|status_?code|code)":\s*[45]\d\d\b/,
  ]
    .map(({ source }) => `^\\s*(?:${source})`)
    .join('|'),
  'i',
);
/** Each match of the pattern has one of these in it, or begins as one of the two below. */
const SIGNS: readonly string[] = [
  // What is said, in the words of whoever says it.
  'error|fatal|exception|traceback|npm err|curl: (|panic: |usage: |cannot|could not|unable|failed',
  'undefined|no such|not permitted|invalid|unknown|unrecognized|missing|validation|does not|do not',
  'did not|not found|is not |access |denied|refused|rejected|blocked|forbidden|unauthori|quota|limit',
  'budget|credit|timed out|timeout',
  // The network.
  'econn|etimedout|eai_again|enotfound|upstream|connection|socket',
].flatMap((some) => some.split('|'));
/** "E: …" of a package manager, a status of HTTP, an object. */
const SIGNED_START = /^\s*(?:e[:\s]|\{)|[45]\d\d/i;

/** Whether a result begins as an error does, whoever words it. */
export function startsWithError(said: string): boolean {
  const lower = said.toLowerCase();
  const isPerhaps = SIGNED_START.test(said) || SIGNS.some((sign) => lower.includes(sign));
  return isPerhaps && ERROR_START.test(said);
}
