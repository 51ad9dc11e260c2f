/**
 * The words of a refusal, free of everything that makes clients repeat a request or compact a conversation.
 *
 * Clients look into the text of an error: a "500" in an amount, "terminated" or "token" is enough to make some
 * of them send the request again, or ask a model for a summary first. A stop would then cause the requests it
 * should stop. Reasons come from the core and from people and may say anything, so what a client gets to see is
 * rewritten; the full reason is told by `tripwire explain NAME`.
 */
import type { Refusal } from './codec.ts';

/** Of a longer text only the start is shown. */
const CHARACTERS_MAX = 400;
/** Said when nothing else is safe. */
const PLAIN_WORDS = 'This agent is stopped. Run: tripwire agents';
const LEFT_OUT = '…';
/** The one kind that says something about a request and nothing about its agent. */
const UNREADABLE = 'request_unreadable';

/** Numbers that clients take for the status of a fault that will pass, also inside longer numbers. */
const statusNumbers = /429|500|502|503|504|524|529/;

/** What clients react to, and what says the same. Longer phrases come before their parts. */
const provocations: readonly (readonly [RegExp, string])[] = [
  [/rate[\s_-]*limit(?:ed|ing|s)?/gi, 'pace'],
  [/too[\s_-]*many(?:[\s_-]*requests)?/gi, 'a flood'],
  [/too[\s_-]*(?:long|large)/gi, 'oversized'],
  [/context[\s_-]*window/gi, 'memory'],
  [/context/gi, 'memory'],
  [/length/gi, 'size'],
  [/tokens/gi, 'units'],
  [/token/gi, 'unit'],
  [/exceeded/gi, 'overrun'],
  [/exceeds/gi, 'overruns'],
  [/exceed/gi, 'overrun'],
  [/limited/gi, 'capped'],
  [/limit/gi, 'cap'],
  [/quota/gi, 'allowance'],
  [/credit[\s_-]*balance/gi, 'funds'],
  [/billing/gi, 'invoice'],
  [/insufficient/gi, 'not enough'],
  [/over[\s_-]*loaded/gi, 'busy'],
  [/unavailable/gi, 'absent'],
  [/capacity/gi, 'room'],
  [/exhausted/gi, 'used up'],
  [/(?:server|internal)[\s_-]*error/gi, 'inner fault'],
  [/time[\s_-]*outs?/gi, 'late answer'],
  [/timed[\s_-]*out/gi, 'answered late'],
  [/terminated/gi, 'ended'],
  [/retries/gi, 'repeats'],
  [/retried/gi, 'repeated'],
  [/retry/gi, 'repeat'],
  [/try(?:ing)?[\s_-]+(?:again|your|it[\s_-]+again|later)/gi, 'repeat'],
  [/network/gi, 'line'],
  [/connection/gi, 'link'],
  [/socket/gi, 'link'],
  [/econn\w*/gi, 'broken link'],
  [/fetch[\s_-]*failed/gi, 'nothing fetched'],
];

/** Whether a client may be provoked by the text. */
export function isProvoking(text: string): boolean {
  // Clients fold letters before they compare, and some letters fold into plain ones.
  const folded = text.normalize('NFKC');
  if (statusNumbers.test(folded)) return true;
  return provocations.some(([pattern]) => folded.search(pattern) !== -1);
}

/** The text in words that no client reacts to. */
export function clientWords(text: string): string {
  const folded = text.slice(0, CHARACTERS_MAX).normalize('NFKC').toWellFormed();
  let words = folded
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\d+/g, harmlessNumber);
  for (const [pattern, instead] of provocations) words = words.replace(pattern, instead);
  // What was left may have grown together into something new.
  return isProvoking(words) ? LEFT_OUT : words;
}

/** What the client is told: who is stopped, why, and what a person does about it. */
export function refusalWords({ agent, kind, reason, remedy }: Refusal): string {
  const isNamed = agent !== '' && clientWords(agent) === agent;
  const who = isNamed ? `Agent "${agent}"` : 'This agent';
  const unnamed = (text: string, instead: string) =>
    isNamed || agent === '' ? text : text.replaceAll(agent, instead);
  const why = clientWords(unnamed(reason, 'this agent')).replace(/[\s.;]+$/, '');
  const safe = clientWords(unnamed(remedy, 'NAME'));
  // A command with a hole in it is worse than another one that can be run.
  const other = isNamed ? `Run: tripwire status ${agent}` : 'Run: tripwire agents';
  const what = safe.includes(LEFT_OUT) ? other : safe;
  const state = kind === UNREADABLE ? 'was refused a request' : 'is stopped';
  const words = `${who} ${state} (${clientWords(kind)})${why === '' ? '' : `: ${why}`}. ${what}`;
  return isProvoking(JSON.stringify(words)) ? PLAIN_WORDS : words.trim();
}

/** A number that looks like a status is told in thousands or millions, or not at all. */
function harmlessNumber(digits: string, at: number, whole: string): string {
  if (!statusNumbers.test(digits)) return digits;
  const isPlain = /(?:^|[^\w.,])$/.test(whole.slice(0, at)) && !digits.startsWith('0');
  const isWhole = !/^(?:\w|[.,]\d)/.test(whole.slice(at + digits.length));
  if (!isPlain || !isWhole || digits.length > 9) return LEFT_OUT;
  const told = [`${Number(digits) / 1_000}k`, `${Number(digits) / 1_000_000}M`];
  return told.find((one) => !statusNumbers.test(one)) ?? LEFT_OUT;
}
