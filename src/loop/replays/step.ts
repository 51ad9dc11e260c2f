/**
 * One step of a session's trajectory: what was reported, what was answered, and in which state that left the session.
 *
 * A step holds kinds, codes, names and hashes, never what was asked, said, read or written: a replay is kept for
 * audit, longer than anybody remembers what stood in it. Of a command only the program is named; the hash behind it is
 * the one of the safety log, so the two can be laid side by side.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import { changedFiles, pathsOf } from '../reserved/tool-call.ts';
import type { Applied } from '../rules/apply-rules.ts';
import type { CallFacts } from '../rules/call-facts.ts';
import { reasonOf } from './reason.ts';

/** Where a session stands. */
export type TrajectoryState =
  | 'planning'
  | 'executing'
  | 'testing'
  | 'paused'
  | 'blocked'
  | 'finished';

/** What a call is for. */
export type CallPurpose =
  | 'look'
  | 'plan'
  | 'wait'
  | 'edit'
  | 'command'
  | 'act'
  | Exclude<CallFacts['check'], null>;

/** What is odd about the recording at this step. */
export type StepNote = 'torn-line-dropped' | 'broken-file-kept-aside' | 'full-nothing-after-this';

/** What a step records of its event and answer; the states follow from it. */
export interface StepFacts {
  /** ISO time. */
  readonly at: string;
  readonly event: LoopEvent['kind'];
  /** The subagent; null for the session's own thread. */
  readonly agent: string | null;
  readonly tool: string | null;
  readonly signature: string | null;
  /** Hash of the provider's id of the call. */
  readonly call: string | null;
  readonly purpose: CallPurpose | null;
  /** Whether a call that is back failed. */
  readonly failed: boolean | null;
  /** Whether a check that is back found everything fine. */
  readonly passed: boolean | null;
  /** What could not be judged and passed counts as passed. */
  readonly answer: Exclude<LoopAnswer['kind'], 'undecided'>;
  readonly ends_session: boolean;
  readonly reason: string | null;
  /** What went into the safety log: type and action. */
  readonly logged: readonly string[];
  /** What holds the session after this step. */
  readonly holds: readonly string[];
  readonly prompt_hash: string | null;
  readonly model: string | null;
}

/** One step as it is kept. */
export interface TrajectoryStep extends StepFacts {
  readonly state: TrajectoryState;
  readonly action: string;
  readonly next_state: TrajectoryState;
  /** From 1. */
  readonly step: number;
  readonly notes: readonly StepNote[];
  readonly digest: string;
}

const NAME_CHARS_MAX = 100;
/** The program stands within so many characters, or is not named. */
const COMMAND_CHARS_MAX = 1_000;
const LOGGED_MAX = 8;

/** What is recorded of an event and of what the rules made of it. */
export function stepFacts(event: LoopEvent, applied: Applied): StepFacts {
  const { answer, state, call } = applied;
  const session = state.sessions.find(({ id }) => id === event.session);
  const isTool = event.kind === 'tool-before' || event.kind === 'tool-after';
  const holds = [
    ...state.holds.map(({ kind }) => kind),
    ...(state.manifestProblem === null ? [] : ['manifest']),
    ...(session?.tier === 'hard' ? ['compaction'] : []),
  ];
  return {
    at: new Date(event.atMs).toISOString(),
    event: event.kind,
    agent: clipped(event.agent),
    tool: isTool ? clipped(event.tool) : null,
    signature: isTool && call !== null ? signature(event, call) : null,
    call: isTool && event.callId !== null ? sha256(event.callId) : null,
    purpose: isTool && call !== null ? purposeOf(event, call) : null,
    failed: event.kind === 'tool-after' && call !== null ? call.step.error !== null : null,
    passed: call?.passed ?? null,
    answer: answer.kind === 'undecided' ? 'pass' : answer.kind,
    ends_session: answer.kind === 'deny' && answer.endsSession,
    reason: reasonOf(applied),
    logged: applied.log.slice(0, LOGGED_MAX).map((one) => `${one.type}/${one.action_taken}`),
    holds,
    prompt_hash: event.kind === 'prompt' ? sha256(event.text) : null,
    model: clipped(session?.model ?? null),
  };
}

/** The hash of a text, as it stands in replays. */
export function sha256(text: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

type ToolEvent = Extract<LoopEvent, { kind: 'tool-before' | 'tool-after' }>;

function signature({ tool, args, cwd }: ToolEvent, { command, step }: CallFacts): string {
  const [file] = command === null ? pathsOf(args, cwd) : [];
  const about = command === null ? basename(file ?? '') : programOf(command);
  return `${clipped(tool)}(${clipped(about)})#${step.call}`;
}

/** The first word that is a program; what stands behind it may be a secret or the text of a file. */
function programOf(command: string): string {
  const [, program = ''] =
    /^\s*(?:\w+=\S*\s+)*([\w./-]+)(?:\s|$)/.exec(command.slice(0, COMMAND_CHARS_MAX)) ?? [];
  return basename(program);
}

function purposeOf(
  { tool, args, cwd }: ToolEvent,
  { check, command, step }: CallFacts,
): CallPurpose {
  if (check !== null) return check;
  if (changedFiles(tool, args, cwd) !== null) return 'edit';
  if (step.nature === 'read') return 'look';
  if (step.nature === 'plan' || step.nature === 'wait') return step.nature;
  return command === null ? 'act' : 'command';
}

function clipped(text: string): string;
function clipped(text: string | null): string | null;
function clipped(text: string | null): string | null {
  return text === null ? null : text.slice(0, NAME_CHARS_MAX);
}
