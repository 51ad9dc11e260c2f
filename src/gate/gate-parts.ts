/**
 * What a gate is made of, what people do at it, and what it tells.
 */
import type { Log } from '../base/log.ts';
import type {
  Constitution,
  PeriodSpend,
  EnvelopeChange,
  GraceTerms,
  NamedHold,
  OperatorRecord,
} from '../core/index.ts';
import type { DerivedEvent } from '../journal/index.ts';
import type { Batch, JournalRow, SharedSums, Store } from '../store/index.ts';
import type { SharedKit } from './chain/shared-kit.ts';
import type { TimeSource } from './clock.ts';
import type { Capture } from './evidence/evidence-keeper.ts';
import type { RestRules } from './governor.ts';
import type { JudgeSaving } from './save-under-grace.ts';
import type { OpinionsOf } from './second-opinions.ts';
import type { Team } from './teams/team.ts';

/** Whether this process may let anything through: another may serve the same journal in its place. */
export interface ServingTurn {
  /** Why it may not at this moment; null when it may. Asked before anything passes, so it is quick. */
  problem(): string | null;
  /** Calls a listener when it may no longer. */
  onOver(listener: () => void): void;
  /** How long it may for sure, if nothing is renewed; 0 or less when it may not. */
  leftMs(): number;
}

/** A journal that several processes write at once. */
export interface SharedJournal {
  /** Short, and no other process has it: call ids begin with it. */
  readonly node: string;
  /** Hears what changed elsewhere; afterwards appends are judged on that. */
  refresh(): Promise<void>;
  /**
   * Appends while nobody else can write to this agent's chain: `make` gets the rows after a place, and makes what
   * continues them; null writes nothing.
   */
  appendInTurn(
    agent: string,
    afterSeq: number,
    make: (rows: readonly JournalRow[]) => Promise<Batch | null>,
  ): Promise<void>;
  /** Somebody else was faster, and records are judged again. */
  lostRace(): void;
  /** What all of them spent, where agents share budgets. */
  readonly sums: SharedSums;
  /** What only a gate needs that shares its journal. */
  readonly kit: SharedKit;
  /** Waits until every other process knows what is written, or may do nothing any more; names those that do not. */
  confirmed(): Promise<readonly string[]>;
}

/** What a gate is made of. */
export interface GateParts {
  readonly store: Store;
  readonly constitution: Constitution;
  readonly coreVersion: string;
  /** Where stops are marked until they are released; null keeps them in memory. */
  readonly marksFolder: string | null;
  /** How many stops can be marked on a disk that is full; none when absent. */
  readonly spareMarks?: number;
  /** Whether an agent that nobody registered may join. */
  readonly registration: 'open' | 'closed';
  /** What a new agent starts with. */
  readonly envelopeOf: (agent: string) => EnvelopeChange;
  readonly capture: Capture;
  /** What the server itself holds and evidence must not: found by the very letters. */
  readonly secrets?: () => readonly string[];
  /** The process lives for one event: its records go on in the segment that the last one left. */
  readonly forOneEvent?: boolean;
  /** Whether agents are told that they begin to loop; they are when it is absent. */
  readonly steers?: () => boolean;
  /** Makes agents rest as their windows demand; nobody does when absent. */
  readonly governor?: RestRules;
  /** Agents that share budgets, as they are now; none when absent. */
  readonly teams?: () => readonly Team[];
  /** Who asks a model for a second opinion; nobody does when absent. */
  readonly opinions?: OpinionsOf;
  /** Tells which tool calls only save work; without it none does. */
  readonly isSaving?: JudgeSaving;
  /** The page about a stop, by the stop's name; null while there is no dashboard. There is none when absent. */
  readonly incidentLink?: (incident: string) => string | null;
  readonly time?: TimeSource;
  /** Whose turn it is, where several processes can open the store; always this one's when absent. */
  readonly turn?: ServingTurn;
  /** Where other processes write to the store at the same time; nobody does when absent. */
  readonly shared?: SharedJournal;
  /** Who is told what failed without stopping anything; nobody when absent. */
  readonly log?: Log;
}

/** What a person does. */
export interface Act {
  readonly agent: string;
  readonly session?: string;
  /** A conversation of the session alone. */
  readonly thread?: string;
  /** Also those that this conversation starts. */
  readonly family?: true;
  /** A stop until the next prompt; or what that prompt lifts. */
  readonly turn?: true;
  readonly action: OperatorRecord['action'];
  readonly by: string;
  /** What the person says about it; that it was done by them when they say nothing. */
  readonly why?: string;
  readonly target?: string;
  readonly envelope?: EnvelopeChange;
  /** What may still be saved after `deactivate`: for so many calls and so long. Nothing when absent. */
  readonly grace?: GraceTerms;
  /** Lifts this hold or nothing: the gate throws `HOLD_CHANGED` where the act would lift another one, too. */
  readonly only?: NamedHold;
}

/** The same with its reason, and with what the agent spent before in the periods that it has its first budgets for. */
export type ReasonedAct = Act & { readonly why: string; readonly spent?: PeriodSpend };

/** What became of an act. */
export interface Acted {
  /** False: it is in force, but the journal could not write it yet. */
  readonly recorded: boolean;
  /** False: the disk did not take the mark of a stop, so until it is recorded it is in force in this process alone. */
  readonly marked: boolean;
  /** Calls under way that were ended. */
  readonly cut: number;
  readonly notes: string;
  /** Nodes of a fleet that may still let something through, because they did not confirm the stop in time. */
  readonly unconfirmed?: readonly string[];
}

/** An event as listeners get it, when it is durable. */
export interface GateEvent extends DerivedEvent {
  readonly agent: string;
  /** Of a hold: what happened in one sentence, as every other place says it. */
  readonly title?: string;
  /** Another node of the fleet recorded it. */
  readonly elsewhere?: true;
}
