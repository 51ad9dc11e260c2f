/**
 * How a tool call ended: an error or not, of which kind, and what it says.
 *
 * Whoever ran the tool knows best, so flags and exit codes come first; words are only believed at
 * the beginning of a line, because file contents are full of the word "error".
 */
import type { ToolEvent } from '../thread/transcript.ts';
import { startsWithError } from './error-start.ts';
import { plainResult, type PlainResult } from './plain-result.ts';
import { bringsNothing, refuses } from './saying-no.ts';

/** What the text of an outcome amounts to. */
export interface OutcomeKind {
  readonly isError: boolean;
  /** "No results": an answer, but one that brings nothing. */
  readonly negative: boolean;
  /** "Slot taken", "access denied": an answer about the very thing that was asked for. */
  readonly refused: boolean;
  /** Rate limits and outages: not the agent's doing. */
  readonly infrastructure: boolean;
  /** Of these: it is asked too often, or nobody listens there. To ask on without waiting is the agent's doing. */
  readonly limited: boolean;
  /** Nothing but an exit code. */
  readonly bare: boolean;
  /** "Pending", "still creating": something else is at work, and looking again is waiting. */
  readonly unfinished: boolean;
  /** "Failed", "CrashLoopBackOff": it will not change by itself any more, however long one waits. */
  readonly terminal: boolean;
  /** A check that did not pass, flagged or not: "3 failed", "FAIL". */
  readonly red: boolean;
}

/** Only the head and the last lines are looked at: results are long, and their middle is data. */
const HEAD_CHARACTERS = 400;
const TAIL_CHARACTERS = 160;

/** What programs and clients put before what they say: an exit code, a clock, a process, a level. */
const logPrefix =
  /^\s*(?:(?:process )?exit(?:ed with)?(?: code| status)?:? -?\d+\s*\n\s*)?(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]+Z?\]?\s+|\[[\w.-]{1,24}\]\s+|(?:ERROR|WARN(?:ING)?|INFO)\s+(?=\[|\w+error\b|error\b))*/i;
/** An exit code at the beginning, where most clients put it, or in the last line. */
const exitCode = /\bexit(?:ed with)?(?: code| status)?[: ]+(-?\d+)/i;
const lastExitCode =
  /(?:^|\n)[^\n]{0,60}\bexit(?:ed with)?(?: code| status)[: ]+(-?\d+)[^\n\w]{0,4}\s*$/i;
const exitField = /"(?:exit_?code|return_?code)":\s*(-?\d+)/i;
const exitPhrase =
  /(?:(?:command|process) )?(?:failed |exited )?(?:with )?exit(?:ed with)?(?: code| status)?:? -?\d+\.?/gi;
const BARE_CHARACTERS = 16;
const outage = new RegExp(
  [
    /\b(?:429|50[0234]|529)\b.{0,40}\b(?:too many|rate|unavailable|gateway|overloaded|internal)|rate.?limit|too many requests/,
    /service unavailable|overloaded|temporarily|temporary failure|returned error: (?:429|50[0234]|529)/,
    /econn(?:refused|reset|aborted)|etimedout|\benotfound\b|eai_again|connection (?:reset|closed|refused|broken|aborted|timed out)/,
    /(?:failed|could ?n[o']t|unable) to connect|couldn't connect|upstream connect error|connection termination|socket hang up/,
    /"(?:status|status_?code|code)":\s*(?:429|50[0234]|529)\b|(?:read|connect|connection|handshake|gateway|request) ?time-?d? ?out|network (?:is )?(?:unreachable|aborted)|could not (?:resolve(?! (?:all |depend|import|module|entry|type|["'`]?[.@/]))|retrieve)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
const limit =
  /\b429\b|rate.?limit|too many (?:requests|connections)|econnrefused|connection refused/i;
/** States of something at work, as a value on their own: "running 11 tests" is none, nor is "2 pending". */
const atWork = new RegExp(
  [
    /(?<!\d )(?<![a-z])(?:pending|queued|scheduled|awaiting [a-z]{3,20}|(?:still |is |are )?(?:waiting|building|processing|starting|deploying|updating|provisioning|propagating|downloading|uploading|pulling|syncing))(?=["'`]?(?:$|[\n\t,;|}\]<.]|\s{2,}))/,
    /(?:creating|initiali[sz]ing|in[ _-]?progress|rolling[ _-]?out)(?=["'`]?(?:$|[\n\t,;|}\]<.]|\s{2,}))/,
    /(?<![a-z])(?:still )?running(?=["'`]?(?:$|[\n,}<]))|\bprocess running with session\b/,
    /\bnot (?:yet )?(?:ready|finished|done|complete|available)\b|\bcompleted yet\b|\bstill [a-z]+ing\b|\belapsed\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
/** The same as the whole of a line, where a poll fails as long as there is nothing to see. */
const atWorkThough = new RegExp(
  [
    /(?:^|[\t,:|]|\s{2,})\s*"?(?:(?:[a-z]+_)*(?:pending|queued|in[ _-]progress)|not (?:yet )?(?:ready|finished|complete))"?\s*(?=$|[\t,|}]|\s{2,}|\d)/,
    // What has its turn, and what waits for it, said of something: "import 7: queued behind 2 others", "running, 300 rows".
    /: (?:queued (?:behind|for|at)\b|(?:still )?(?:running|processing|importing|copying|creating|building)(?=,|\.|$))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'im',
);
/** One word for what something is doing, or that it was waited for in vain so far. */
const isDoing =
  /^(?!.*(?:missing|nothing|failing|warning|existing|string))\s*[a-z]{3,20}ing\s*$|\btimed out waiting for\b/im;
/** A health check whose whole answer is a status: the service is not up. */
const notUp = /^\s*(?:HTTP )?50[0234]\s*$/i;
/** States that nothing leads out of, as values: "0 failed" is none. */
const atItsEnd =
  /(?<![a-z])(?<!\b0 )(?:failed(?! to\b|:)|(?<=(?:^|[\n\t:="'|])\s?)failed(?=:)|failure|crashloopbackoff|imagepullbackoff|errimagepull|oomkilled|cancell?ed|aborted|exited \([1-9]\d*\)|exited with (?:code|status) [1-9]\d*|expired|rollback_complete|rolled[ _]back|timed_out|deadline_exceeded)(?![a-z])(?!["']?\s*[:=]\s*(?:0|null|false|none)\b)/i;
/** The same as the value of a state, where the word alone may stand anywhere. */
const endState =
  /"(?:state|status|phase|conclusion|health)":\s*"(?:error(?:ed)?|dead|lost|killed|evicted|terminated|unhealthy|unreachable|disconnected)"|(?:\t|\s{2,})Error(?=\t|\s{2,}|\s*$)/im;
/** A table shouts them. */
const endStateShouted = /(?:^|[\t:= ])(?:LOST|DEAD|EVICTED|UNREACHABLE)(?=[\t,; ]|$)/m;
/** These look like work in progress and come back for ever. */
const fallsOver = /crashloopbackoff|imagepullbackoff/i;
/** What a check says that did not pass. */
const didNotPass =
  /(?<![\d.])[1-9]\d* (?:tests? |checks? |specs? |examples? )?(?:failed|failures?|failing|errors?|problems?)\b|\bFAIL(?:ED|URES?)?\b|^\s*(?:✗|✘|not ok )|\bexit=[1-9]|^[\w./-]+\.\w{1,5}:\d+:\d+: |\bwould reformat\b|^[\w.]*(?:Error|Exception): /m;
/** Longer results are contents, not states. */
const STATE_CHARACTERS_MAX = 800;

/** The kind of an outcome, by what the tool said without wrappings and frames. */
export function outcomeKind(
  event: ToolEvent,
  { text, failed }: PlainResult = plainResult(event.error ?? event.result),
): OutcomeKind {
  // A call that is not back yet says nothing, and the patterns take long to be used for the first time.
  if ((event.error ?? event.result) === '') return silentKind(event);
  const start = text.slice(0, HEAD_CHARACTERS);
  const hinted = (hint: string) => isHinted(event, hint);
  const code = exitCodeOf(text, start);
  const said = start.replace(logPrefix, '');
  const isError =
    event.error !== undefined ||
    (event.isError ?? failed ?? ((code !== undefined && code !== '0') || startsWithError(said)));
  const state = text.length <= STATE_CHARACTERS_MAX ? text : '';
  const works = isError
    ? atWorkThough.test(state) || isDoing.test(state.replace(exitPhrase, ''))
    : atWork.test(state) || notUp.test(state);
  const ended = !isError && (endState.test(state) || endStateShouted.test(state));
  const unfinished = works && !ended && !fallsOver.test(state);
  const end = text.length > HEAD_CHARACTERS ? text.slice(-HEAD_CHARACTERS) : '';
  return {
    isError,
    negative: hinted('neg') || bringsNothing(said.trim()) || hasOnlyEmptyLists(text),
    refused: refuses(text),
    infrastructure: hinted('infra') || (isError && outage.test(start)),
    limited: hinted('infra') || (isError && limit.test(start)),
    unfinished,
    terminal: !unfinished && (ended || atItsEnd.test(state.replace(exitPhrase, ''))),
    red: isError || didNotPass.test(start) || didNotPass.test(end),
    bare: hinted('bare') || (code !== undefined && isBare(start)),
  };
}

function silentKind(event: ToolEvent): OutcomeKind {
  const isError = event.error !== undefined || event.isError === true;
  return {
    isError,
    negative: isHinted(event, 'neg'),
    refused: false,
    infrastructure: isHinted(event, 'infra'),
    limited: isHinted(event, 'infra'),
    unfinished: false,
    terminal: false,
    red: isError,
    bare: isHinted(event, 'bare'),
  };
}

function isHinted({ hints }: ToolEvent, hint: string): boolean {
  return hints?.some((one) => one === hint) === true;
}

/** Lists that are better empty. */
const goodNews =
  /"\w*(?:issue|error|problem|warning|violation|failure|conflict|finding|diff|missing|skipped)\w*":\s*\[\s*\]/i;

/** A short object whose lists are all empty has found nothing, in whatever language it says so. */
function hasOnlyEmptyLists(text: string): boolean {
  if (text.length > STATE_CHARACTERS_MAX || !text.startsWith('{')) return false;
  return /:\s*\[\s*\]/.test(text) && !/:\s*\[\s*[^\]\s]/.test(text) && !goodNews.test(text);
}

/** Whether nothing but an exit code is said, or a word beside it: "inactive". */
function isBare(start: string): boolean {
  return start.length < 80 && start.replace(exitPhrase, '').trim().length < BARE_CHARACTERS;
}

function exitCodeOf(text: string, start: string): string | undefined {
  const last = text.length > HEAD_CHARACTERS ? text.slice(-TAIL_CHARACTERS) : '';
  const found = exitCode.exec(start) ?? exitField.exec(start) ?? lastExitCode.exec(last);
  return found?.[1];
}
