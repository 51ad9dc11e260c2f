/**
 * What a hook's process and a running server say to each other: questions about one agent's journal, as JSON.
 *
 * The hook's process is the agent's user and does all the work on files; the server gets only what the gate needs. So
 * a hook never makes the server open a path that an agent chose.
 */
import type { LoopAnswer, LoopEvent } from '../clients/hook-event.ts';
import type {
  JournalChange,
  JournalStanding,
  LoopReport,
  PlainOutcome,
  PlainQuestion,
} from '../loop/index.ts';

/** In the place of a client's name in the path of a hook. */
export const JOURNAL_CLIENT = 'journal';

/** The name of a server's journal, for holds that were recorded there. */
export const SERVER_JOURNAL = 'server';

/** What is asked; the agent is named by the path or the key. */
export type JournalAsk =
  | { readonly ask: 'standing'; readonly session: string }
  | { readonly ask: 'record'; readonly event: RecordedEvent; readonly report: LoopReport }
  | { readonly ask: 'change'; readonly changes: readonly JournalChange[] }
  /** A plain call, judged and recorded at once; `self`: under which name the hook knows its agent. */
  | { readonly ask: 'judge'; readonly self: string; readonly question: SentQuestion }
  /** Whether the session, or one subagent of it, may ask the model now: for mods, which send no request before. */
  | { readonly ask: 'request'; readonly session: string; readonly thread?: string }
  /** What answers of the model used; the server leaves it where it sees the session's model calls itself. */
  | {
      readonly ask: 'spent';
      readonly session: string;
      /** The client's requests name no session. */
      readonly isUnnamed: boolean;
      readonly answers: readonly ToldAnswer[];
    }
  /** How full the windows of a subscription are, as the client told its status line. */
  | {
      readonly ask: 'plan';
      readonly session: string;
      readonly windows: readonly ToldWindow[];
    }
  /** How the session stands, for a person to read. */
  | { readonly ask: 'shown'; readonly session: string }
  /** Whether a question was answered; waited for at most so long. */
  | {
      readonly ask: 'approval';
      readonly session: string;
      readonly target: string;
      readonly waitMs: number;
    };

/** How a session stands, as its status line shows it; both null: nothing holds it back. */
export interface ShownStanding {
  /** Why it is stopped. */
  readonly stopped: string | null;
  /** Until when its calls wait, and why. */
  readonly waiting: { readonly until: number; readonly why: string } | null;
}

/** A window of a subscription; the share is in ten-thousandths. */
export interface ToldWindow {
  readonly name: string;
  readonly resetAt?: number;
  readonly used: number;
}

/** What one answer of a model used, as the client wrote it down. */
export interface ToldAnswer {
  /** The same for the same answer of a session. */
  readonly id: string;
  readonly model: string | null;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cacheReadTokens: number;
    readonly cacheWriteTokens: number;
    readonly cacheWriteHourTokens?: number;
  };
}

/** As much of an event as the journal takes: no transcript, and the folder only as what relative paths are read from. */
export type RecordedEvent = Pick<LoopEvent, 'kind' | 'session' | 'agent'> &
  Partial<Pick<LoopEvent, 'cwd'>> &
  Partial<
    Pick<
      Extract<LoopEvent, { kind: 'tool-after' }>,
      'callId' | 'tool' | 'args' | 'result' | 'isError'
    >
  >;

/** A plain call as it is sent: what the transcript is called stays with the hook. */
export interface SentQuestion extends Omit<PlainQuestion, 'event'> {
  readonly event: RecordedEvent;
  readonly atMs: number;
  readonly hasTranscript: boolean;
}

/** What is answered. */
export type JournalReply =
  | ({ readonly ok: true; readonly agent: string } & JournalStanding)
  | { readonly ok: true; readonly answer: LoopAnswer }
  | { readonly ok: true; readonly isAnswered: boolean }
  /** Null: it may. */
  | { readonly ok: true; readonly refusal: string | null }
  | ({ readonly ok: true } & ShownStanding)
  /** Null: the hook decides by itself. */
  | { readonly ok: true; readonly judged: PlainOutcome | null }
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string };

/** Larger questions are refused. */
export const ASK_BYTES_MAX = 16 * 1_024 * 1_024;

/** Longer calls are not judged there: what the server does for one agent must not keep the others waiting. */
export const JUDGED_CHARS_MAX = 512 * 1_024;
