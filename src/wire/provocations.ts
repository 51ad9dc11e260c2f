/**
 * What clients look for in the text of an error, as data: any of it makes some client send the request again, or ask a
 * model for a summary first. A stop would then cause the requests it should stop.
 *
 * Status, type and code decide for Claude Code, Codex, Gemini CLI and the SDKs. OpenCode searches the message and the
 * bytes of the body, goose and Roo Code the message; these patterns are theirs, and a little wider. Nothing is ever
 * reworded by them: they only tell whether a text can be said as it is.
 */

/** Numbers that clients take for the status of a fault that will pass, also inside longer numbers. */
const statusNumbers = /429|500|502|503|504|524|529/g;

const provocations: readonly RegExp[] = [
  statusNumbers,
  /rate[\s_-]*limit/gi,
  /too[\s_-]*many/gi,
  /too[\s_-]*(?:long|large)/gi,
  /context/gi,
  /length/gi,
  /token/gi,
  /exceed/gi,
  /limit/gi,
  /quota/gi,
  /credit[\s_-]*balance/gi,
  /billing/gi,
  /insufficient/gi,
  /over[\s_-]*loaded/gi,
  /unavailable/gi,
  /capacity/gi,
  /exhausted/gi,
  /(?:server|internal)[\s_-]*error/gi,
  /time[\s_-]*outs?/gi,
  /timed[\s_-]*out/gi,
  /terminated/gi,
  /retr(?:y|ies|ied)/gi,
  /try(?:ing)?[\s_-]+(?:again|your|it[\s_-]+again|later)/gi,
  /network/gi,
  /connection/gi,
  /socket/gi,
  /econn\w*/gi,
  /fetch[\s_-]*failed/gi,
];

/** Whether a client may be provoked by the text. */
export function isProvoking(text: string): boolean {
  // Clients fold letters before they compare, and some letters fold into plain ones.
  const folded = text.normalize('NFKC');
  return provocations.some((pattern) => folded.search(pattern) !== -1);
}

/** Where the text provokes, as places of single letters in it. */
export function provokingPlaces(text: string): ReadonlySet<number> {
  const places = provocations.flatMap((pattern) =>
    // The second letter: an escape in the place of the first ends in digits that could complete a number.
    [...text.matchAll(pattern)].map(({ index }) => index + 1),
  );
  return new Set(places);
}
