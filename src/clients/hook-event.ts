/**
 * What a coding agent's hooks report, and what they are answered, in words that no client owns.
 *
 * Each client has its own payloads and its own answers, and the same answer means opposite things to two of them; so
 * everything is translated into these two types at the edge and nowhere else.
 */
import type { AnswerUsed } from './answer-lines.ts';

/** Where something happened. */
interface Happened {
  /** The client's session. */
  readonly session: string;
  /** The subagent; null for the session's own thread. */
  readonly agent: string | null;
  readonly atMs: number;
  /** The folder the agent works in. */
  readonly cwd: string;
  /** The client's transcript, where it names one. */
  readonly transcript: string | null;
}

/** A tool call, before it runs or after. */
interface ToolHappened extends Happened {
  /** The provider's id of the call, where the client tells it. */
  readonly callId: string | null;
  readonly tool: string;
  /** Parsed JSON. */
  readonly args: unknown;
}

/** Something that a hook reported. */
export type LoopEvent =
  | (Happened & {
      readonly kind: 'session-start';
      readonly source: string | null;
      readonly model: string | null;
    })
  | (Happened & { readonly kind: 'prompt'; readonly text: string })
  | (ToolHappened & { readonly kind: 'tool-before' })
  | (ToolHappened & {
      readonly kind: 'tool-after';
      readonly result: string;
      /** Whether the client calls it an error; null where it does not say. */
      readonly isError: boolean | null;
    })
  /** The agent wants to end its turn. */
  | (Happened & {
      readonly kind: 'stop';
      readonly isStopHookActive: boolean;
      readonly lastMessage: string | null;
    })
  | (Happened & { readonly kind: 'subagent-stop'; readonly isStopHookActive: boolean })
  | (Happened & { readonly kind: 'before-compaction'; readonly trigger: string | null })
  | (Happened & { readonly kind: 'after-compaction' })
  /** What a model call used, where the client's hooks tell it. */
  | (Happened & {
      readonly kind: 'usage';
      readonly contextTokens: number;
      readonly model: string | null;
      /** All that the answer used; absent where the hook doesn't tell it. */
      readonly answer?: AnswerUsed;
    })
  | (Happened & {
      readonly kind: 'session-end';
      /** The client has a check of its own that ends a loop without telling anybody. */
      readonly endsLoops?: true;
    });

/** What the hook is to answer. */
export type LoopAnswer =
  /** Go on; `say` is told to the agent. */
  | { readonly kind: 'pass'; readonly say: string | null }
  /** It could not be judged, and nothing in it can be refused: it passes, with what is wrong and what the rules said. */
  | { readonly kind: 'undecided'; readonly problem: string; readonly say: string | null }
  /** This tool call does not run; the agent is told why. `endsSession`: and nothing more of this session does. */
  | {
      readonly kind: 'deny';
      readonly reason: string;
      readonly endsSession: boolean;
      /** The approval that a person may still give; the call passes once it is given. */
      readonly awaits?: string;
    }
  /** The agent may not stop yet; it is told what to do first. */
  | { readonly kind: 'continue'; readonly reason: string };
