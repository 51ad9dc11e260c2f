/**
 * The words of a refusal: the sentence that a client shows, and the whole of it for programs.
 *
 * Some clients decide by words in the sentence of an error whether to ask again (`provocations.ts`). Reasons come from
 * the core and from people and may say anything. So the sentence has those parts of the reason that provoke nobody, each
 * as it is or not at all; `error.tripwire` and the headers have every code, word and number unchanged.
 */
import { present } from '../base/present.ts';
import type { Refusal } from './codec.ts';
import { isProvoking } from './provocations.ts';

/** Of a longer text only the start is shown. */
const CHARACTERS_MAX = 400;
/** Said when nothing else is safe. */
const PLAIN_WORDS = { stopped: 'This agent is stopped.', refused: 'This request was refused.' };
/** Holds of a whole agent or session. All other kinds refuse one request: a budget, a limit, a price, what can't be read. */
const STOPS: ReadonlySet<string> = new Set([
  'kill_switch',
  'manual',
  'paused',
  'stop_all',
  'soft_suspend',
  'hard_stop',
  'parked',
  'checkpoint',
  'blocker',
  'compaction',
]);

/** A refusal for programs: nothing is reworded, cut short or left out. */
export interface RefusalDetails {
  readonly code: string;
  readonly agent: string;
  readonly reason: string;
  readonly remedy: string;
  /** Absent where nobody knows of a page about it. */
  readonly link?: string;
}

/** What `error.tripwire` says. */
export function refusalDetails({ agent, kind, reason, remedy, link }: Refusal): RefusalDetails {
  return { code: kind, agent, reason, remedy, ...present({ link }) };
}

/** The same for the ending of a stream, which a client reads and writes anew before it searches it; null: say nothing. */
export function endingDetails({ kind }: Refusal): Pick<RefusalDetails, 'code'> | null {
  // As JSON writes it: half a character becomes digits there.
  return isProvoking(JSON.stringify(kind)) ? null : { code: kind };
}

/** The sentence of an error: who is stopped, why, and what a person does about it. */
export function refusalWords(refusal: Refusal): string {
  const { agent, kind, reason, remedy } = refusal;
  const isNamed = agent !== '' && !isProvoking(agent);
  const unnamed = (text: string, instead: string) =>
    isNamed || agent === '' ? text : text.replaceAll(agent, instead);
  const why = sayable(unnamed(reason, 'this agent'));
  const whole = plain(unnamed(remedy, 'NAME'));
  // A command with a hole in it is worse than another one that can be run.
  const other = isNamed ? `Run: tripwire status ${agent}` : 'Run: tripwire agents';
  const what = isProvoking(whole) ? other : whole;
  const words = sentence(
    { agent: isNamed ? agent : '', kind, code: isProvoking(kind) ? '' : kind },
    why,
    what,
  );
  if (isProvoking(JSON.stringify(words)))
    return `${PLAIN_WORDS[stateOf(kind)]} Run: tripwire agents`;
  const linked =
    refusal.link === undefined ? words : `${words.replace(/\.$/, '')}. See ${refusal.link}`;
  // A port or a number in it may read as an error.
  return isProvoking(JSON.stringify(linked)) ? words : linked;
}

/** The sentence of a message in the model's name. Nobody searches an answer for errors, so nothing is left out. */
export function messageWords({ agent, kind, reason, remedy }: Refusal): string {
  return sentence({ agent, kind, code: kind }, plain(reason), plain(remedy));
}

/** Whom it is about, and the code that is said: none where it would provoke. */
interface Subject extends Pick<Refusal, 'agent' | 'kind'> {
  readonly code: string;
}

function sentence({ agent, kind, code }: Subject, why: string, what: string): string {
  const who = agent === '' ? 'This agent' : `Agent "${agent}"`;
  const state = stateOf(kind) === 'stopped' ? 'is stopped' : 'was refused a request';
  const because = why.replace(/[\s.;]+$/, '');
  return `${who} ${state}${code === '' ? '' : ` (${code})`}${because === '' ? '' : `: ${because}`}. ${what}`.trim();
}

function stateOf(kind: string): keyof typeof PLAIN_WORDS {
  return STOPS.has(kind) ? 'stopped' : 'refused';
}

/** The parts of a reason that provoke nobody, whole and in their order. What stands in brackets goes with what it is about. */
function sayable(reason: string): string {
  const said: string[] = [];
  let isAboutSaid = true;
  for (const part of partsOf(plain(reason))) {
    const isSaid = !isProvoking(part);
    if (!part.startsWith('(')) isAboutSaid = isSaid;
    if (isSaid && isAboutSaid) said.push(part);
  }
  return said.join(' ');
}

/** A text in one line, of which the start is enough. */
function plain(text: string): string {
  const start = text.slice(0, CHARACTERS_MAX).normalize('NFKC').toWellFormed();
  return start.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Sentences, clauses that a semicolon ends, and what stands in brackets, with the brackets in it. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let [from, depth] = [0, 0];
  const cut = (to: number) => {
    const part = text.slice(from, to).trim();
    if (part !== '') parts.push(part);
    from = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '(' && depth === 0) cut(at);
    if (letter === '(') depth += 1;
    if (letter === ')') depth = Math.max(0, depth - 1);
    const isEnd = depth === 0 && ').;'.includes(letter) && !/[^\s]/.test(text.charAt(at + 1));
    if (isEnd) cut(at + 1);
  }
  cut(text.length);
  return parts;
}
