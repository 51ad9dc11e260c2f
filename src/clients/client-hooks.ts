/**
 * What is known of a client's hooks: how its payloads are read and how it must be answered.
 *
 * The rows are data, one table for each client, because the same answer means opposite things to two of them: nothing
 * about an answer is shared between clients except the way a row is applied.
 */
import type { LoopEvent } from './hook-event.ts';
import type { Payload } from './payload-fields.ts';

/** Reads one event's payload; null for an event that says nothing the loop needs. */
export type EventReader = (payload: Payload, nowMs: number) => LoopEvent | null;

/** How each event of a client is read, by the client's own name for it. */
export type EventReaders = Readonly<Record<string, EventReader>>;

/** What stands on standard output; null where a text can only go to standard error. */
type AnswerForm = (text: string, eventName: string) => object | null;

/** What one event of one client is answered. */
export interface EventAnswers {
  /** It goes on and is told something. */
  readonly say: AnswerForm;
  /** What it asked for does not happen; where nothing can be denied, it is told. */
  readonly deny: AnswerForm;
  /** The same, and the session ends where the client has a way to end it. */
  readonly end: AnswerForm;
  /** It may not stop yet; null where that answer makes no sense and therefore refuses. */
  readonly goOn: AnswerForm | null;
  /**
   * What a failure of Tripwire's own means here. `refuse`: deny, and exit with 2. `tell`: pass with a note, because
   * there is nothing to deny or because denying would be worse: a stop that fails to be judged and is therefore
   * blocked comes back at once, and two clients repeat that without a limit.
   */
  readonly onFailure: 'refuse' | 'tell';
  /** It begins a turn of a person: where the program is gone it passes, unless files show a hold. */
  readonly isPrompt?: true;
}

/** The answers by the client's own name for the event. Events that are not reported have none. */
export type AnswerTable = Readonly<Record<string, EventAnswers>>;

/** All that is known of one client's hooks. */
export interface ClientHooks {
  /** The field that names the event. */
  readonly nameField: string;
  readonly readers: EventReaders;
  readonly answers: AnswerTable;
  /** No answer of a hook ends a session: whoever owns the process has to. */
  readonly endsNothing?: boolean;
  /** What stands on standard output when there is nothing to say; null: nothing stands there. */
  readonly silence: object | null;
  /** What refuses an event whose name nobody could read: over HTTP there is no exit code to do it. */
  readonly refusal: (text: string) => object;
}
