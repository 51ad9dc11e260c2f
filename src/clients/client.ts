/**
 * What one coding agent is to Tripwire: the row of `table.ts`, made in the client's own folder.
 *
 * A hook loads every row before each tool call. So a row holds only what is small, and what reads settings, logins or
 * transcripts is a function that loads it. A part that a client lacks is left out.
 *
 * To add a coding agent: a folder with an `index.ts` that makes its row, and that row in `table.ts`.
 */
import type { JsonObject } from '../base/json-values.ts';
import type { AnswerLines } from './answer-lines.ts';
import type { ClientHooks } from './client-hooks.ts';
import type { ContextReading } from './context-reading.ts';
import type { ExamineLogin } from './examined.ts';
import type { HookSettings } from './hook-settings.ts';
import type { IdentityLayout } from './identity-sources.ts';
import type { TranscriptForm } from './transcripts/transcript-form.ts';

/** One coding agent. */
export interface Client {
  /** By which every command, file and record knows it. */
  readonly id: string;
  /** What people may type instead of the id. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /**
   * The program on the PATH. Its agent is called so where nobody says otherwise: by `tripwire run`, in the base URLs that `up`
   * proposes, and by its hooks.
   */
  readonly program: string;
  readonly npmPackage: string;
  /** The version that docs/clients.md tells of. */
  readonly triedVersion: string;
  readonly folder: FolderPlan;
  /** By which its model calls are recognised. */
  readonly headers?: HeaderSigns;
  /** It compacts its conversation when a provider says that the prompt is too long; others end. */
  readonly compactsOnDemand?: boolean;
  /** How its model calls are sent through Tripwire. */
  readonly baseUrl?: BaseUrlForms;
  /** What its hooks report and are answered. Not loaded later: a refusal must not depend on loading. */
  readonly hooks?: ClientHooks;
  /** How it is run without a terminal. */
  readonly engine?: EngineForm;
  /** How much context it used, from the lines of its transcript. */
  readonly usage?: UsageLines;
  /** What its answers used, from the same lines: for agents whose model calls pass nowhere else. */
  readonly answerLines?: () => Promise<AnswerLines>;
  /** Where its hooks are written, for `tripwire init`. */
  readonly settings?: () => Promise<HookSettings>;
  /** How it is logged in, for `tripwire doctor`. */
  readonly login?: () => Promise<ExamineLogin>;
  /** What it leaves behind, for `tripwire scan`. */
  readonly transcripts?: () => Promise<readonly TranscriptForm[]>;
  /** What makes it the agent it is, for `tripwire identity` and reserved actions. */
  readonly identity?: () => Promise<IdentityLayout>;
}

/** Where a client keeps its settings. */
export interface FolderPlan {
  /** The variable that moves the folder; null where none does. */
  readonly variable: string | null;
  /** Where it is in the home otherwise. */
  readonly inHome: string;
  /** What is added to either. */
  readonly below?: string;
}

/** By what a client is recognised, and where it says what. */
export interface HeaderSigns {
  readonly userAgent: RegExp | null;
  /** Headers that nobody else sends. */
  readonly marks: readonly string[];
  readonly session?: readonly string[];
  /** What stands there before the session in what is asked beside the task: a title belongs to the session it is for. */
  readonly besideSession?: RegExp;
  readonly subagent?: readonly string[];
  readonly parent?: readonly string[];
  /** A subagent is a session of its own; this header names the one above, to which it belongs. */
  readonly parentSession?: string;
  /** The session in the body, where no header names it. */
  readonly sessionInBody?: (body: unknown) => string | null;
  /** What the client says the request is for; `header` gives the value of one, null when it is missing. */
  readonly requestKind?: (header: (name: string) => string | null) => string | null;
}

/** How the model calls of a client are sent through Tripwire; `base` is the address of its agent there. */
export interface BaseUrlForms {
  /** The line that a person copies. */
  readonly line: (base: string) => string;
  /** Where that line belongs, if not into a shell. */
  readonly where?: string;
  /** Variables that it wants otherwise than everybody else. */
  readonly variables?: (base: string) => Readonly<Record<string, string>>;
  /** What must be first on its command line, because it reads no variable. */
  readonly words?: (base: string) => readonly string[];
}

/** The words that make a client read its prompt from standard input, do one turn and end. */
export type EngineForm = (args: readonly string[], run: EngineRun) => readonly string[];

/** How it is to be run. */
export interface EngineRun {
  /** The client's session that is continued; null: a new one. */
  readonly session: string | null;
  /** Whether each step is to be reported, or only the last words. */
  readonly isTold: boolean;
  /** Dollars that it may spend, for a client that can be told so; null: as many as it likes. */
  readonly usdMax: number | null;
}

/** Reads lines of a client's transcript, each a JSON object. */
export interface UsageLines {
  /** The context that the answer on this line used; null where the line is no such answer. */
  readonly reading: (line: JsonObject) => ContextReading | null;
  /** Whether the context was summarised here: what was used before says nothing any more. */
  readonly isCompaction: (line: JsonObject) => boolean;
  /** Whether the client asks about a call a moment before it writes the answer that makes it; no when absent. */
  readonly isAskedBefore?: boolean;
}
