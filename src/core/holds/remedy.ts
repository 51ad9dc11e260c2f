/**
 * What a person does about holds, derived from their law: which act, which command, in which words.
 *
 * A door of its own, small enough for a page in a browser and for the command that stops an agent.
 */
import type { OperatorAction } from '../records/records.ts';
import { HOLD_LAWS, type HoldKind } from './hold-laws.ts';

/** A hold and whom it binds. */
export interface HeldAgent {
  readonly hold: HoldKind;
  readonly agent: string;
  /** The session it binds alone; null for the whole agent. */
  readonly session: string | null;
  /** The subagent of that session it binds alone. */
  readonly subagent?: string;
  /** It ends with the next prompt. */
  readonly turn?: true;
}

/** What lifts one hold. */
export interface Remedy {
  /** The act of a person; null where no act of a person lifts it. */
  readonly act: OperatorAction | null;
  /** What a person types; null where there is no command. */
  readonly command: string | null;
  /** Both in words that follow "A person has to" or "To resume:". */
  readonly words: string;
}

const STRONGEST_FIRST = Object.keys(HOLD_LAWS) as HoldKind[];

/** Where a kind of hold is in the order of strength; 0 is the strongest. */
export function holdRank(kind: HoldKind): number {
  return STRONGEST_FIRST.indexOf(kind);
}

/** The holds with the strongest first; equal ones keep their order. */
export function strongestFirst<Held extends { readonly hold: HoldKind }>(
  holds: readonly Held[],
): readonly Held[] {
  if (holds.length < 2) return holds;
  return holds.toSorted((one, other) => holdRank(one.hold) - holdRank(other.hold));
}

/** What lifts this hold. */
export function remedyOf({ hold, agent, session, subagent, turn }: HeldAgent): Remedy {
  const law = HOLD_LAWS[hold];
  const { release, deed, command } = law;
  const byItself = turn === true ? 'the next prompt' : law.byItself;
  const only = subagent === undefined ? '' : ` --subagent ${subagent}`;
  const typed = command === null ? null : `${command(agent, session)}${only}`;
  const alone = byItself === null || typed === null ? '' : ` (or wait until ${byItself})`;
  const words = typed === null ? deed : `${deed}: ${typed}${alone}`;
  return { act: release, command: typed, words };
}

/**
 * What lifts all of them, the strongest first, each thing once. What another of them does as well is left out:
 * `--restart` also resumes, and what is done to an agent reaches its sessions.
 */
function remedyWords(holds: readonly HeldAgent[]): string {
  const ordered = strongestFirst(holds);
  const needed = ordered.filter(
    (one, at) => !ordered.some((other, place) => place !== at && covers(other, one, place < at)),
  );
  return [...new Set(needed.map((one) => remedyOf(one).words))].join('; and ');
}

/** Whether what lifts the first lifts the second too; of two that lift each other the earlier counts. */
function covers(one: HeldAgent, other: HeldAgent, isEarlier: boolean): boolean {
  const [lifting, lifted] = [commandOf(one), commandOf(other)];
  if (lifting === null || lifted === null || one.agent !== other.agent) return false;
  if (lifting === lifted) return isEarlier;
  const reaches =
    one.session === null ||
    (one.session === other.session &&
      (one.subagent === undefined || one.subagent === other.subagent));
  return reaches && resumes(one) && resumes(other) && (restarts(one) || !restarts(other));
}

function commandOf(held: HeldAgent): string | null {
  return remedyOf(held).command;
}

/** Lifted by `tripwire resume`, with or without `--restart`. */
function resumes({ hold }: HeldAgent): boolean {
  const { release } = HOLD_LAWS[hold];
  return release === 'activate' || release === 'resume' || release === 'restart';
}

function restarts({ hold }: HeldAgent): boolean {
  return HOLD_LAWS[hold].release === 'restart';
}

/** What the program that is refused is told a person has to do; a compaction is its own to make. */
export function refusalRemedy(holds: readonly HeldAgent[]): string {
  const onlyCompaction = holds.every(({ hold }) => hold === 'compaction');
  return onlyCompaction ? 'Compact the conversation.' : `A person has to ${remedyWords(holds)}`;
}

/** A whole refusal as a model may read it. */
export function refusalForModel(refusal: {
  readonly kind: string;
  readonly reason: string;
  readonly remedy: string;
  readonly grace?: { readonly words: string };
}): string {
  const { grace } = refusal;
  const saving = grace === undefined ? '' : `${grace.words} `;
  return `${refusal.reason.replace(/\.$/, '')}. ${saving}${remedyForModel(refusal)}`;
}

/**
 * The remedy as a model may read it. A model that reads a command tends to run it, and what holds it is a person's to
 * lift: so it gets to know that, and no command.
 */
export function remedyForModel({
  kind,
  remedy,
}: {
  readonly kind: string;
  readonly remedy: string;
}): string {
  if (!Object.hasOwn(HOLD_LAWS, kind) || kind === 'compaction') return remedy;
  return 'Only a person can lift this, with the tripwire command in a terminal of their own. Do not try to lift it yourself: stop here, and tell the person what is still open.';
}
