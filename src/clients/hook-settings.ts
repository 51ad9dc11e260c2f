/**
 * How a client's row says where its hooks are written and in which form, for `tripwire init`.
 *
 * The events are those that say something about the loop; each client has its own names, units and switches. A hook
 * that fails must not let a tool call through: where the client can be told so it is, for the events that let something
 * begin. At the end of a turn it is not: an agent that can never stop is worse.
 */

/** One entry under an event. */
export interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly Readonly<Record<string, unknown>>[];
}

/** A switch that must be set, such as `hooksConfig.enabled`. */
export interface HookSwitch {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** How hooks are kept in one file: whether they are there, and the text with them and without. */
export interface KeptHooks {
  readonly holds: (text: string | null) => boolean;
  readonly isComplete: (text: string | null) => boolean;
  readonly put: (bare: string | null) => string;
  readonly take: (text: string, before: string | null) => string | null;
}

/** What a client makes of a hook's answer before a tool call. A failure is neither of the first two. */
export type ToolVerdict = 'passed' | 'denied' | 'unclear';

interface AnySettings {
  /** The person's settings, below the client's folder. */
  readonly file: string;
  /** Settings that only root can change; null where none were tried. */
  readonly managed: ManagedSettings | null;
  /** What must still be done by hand; null when nothing. */
  readonly byHand: string | null;
  /** What its hooks cannot do by themselves, and what does it; null when there is nothing of the kind. */
  readonly lacks: string | null;
  /** Why hooks in this file would not run; null when they would. */
  readonly whyOff: (file: string) => string | null;
  /** Reads the answer of a hook that ended well. */
  readonly verdictOn: (answer: unknown) => ToolVerdict;
}

/** Settings that only root can change. */
interface ManagedSettings {
  /** Below /etc. */
  readonly file: string;
  readonly switches: readonly HookSwitch[];
  /** For a file that is not JSON; `program` is what the hooks run. */
  readonly keptIn?: (groups: Readonly<Record<string, HookGroup>>, program: string) => KeptHooks;
}

/** Files of ours that a client loads as code. */
export interface ClientMod {
  /** Below the client's folder. */
  readonly folder: string;
  /** A file that is ours has this in it. */
  readonly mark: string;
  /** Their texts, by their places in that folder. */
  readonly files: (server: {
    readonly url: string;
    readonly agent: string;
  }) => Readonly<Record<string, string>>;
}

/** A client that starts a command, or asks a server, at each event. */
export interface CommandSettings extends AnySettings {
  readonly kind: 'commands';
  readonly switches: readonly HookSwitch[];
  /** What is written for an event; `how` says what is started or asked. */
  readonly group: (event: string, how: Readonly<Record<string, unknown>>) => HookGroup;
  /** Its hooks can ask a server by HTTP, without a program. */
  readonly asksByHttp: boolean;
  /** Code that the client runs inside itself and that asks a server before each request to the model; absent where it runs none. */
  readonly mod?: ClientMod;
  /** The event before a tool call, at which a denial counts. */
  readonly toolEvent: string;
  /** What is reported at that event by a harmless call in this folder. */
  readonly toolPayload: (folder: string) => object;
}

/** A client that loads a plugin: a whole file of ours. */
export interface PluginSettings extends AnySettings {
  readonly kind: 'plugin';
  /** The file; `command` is how a shell starts Tripwire, already quoted, and `promptLine` the whole line for a prompt. */
  readonly text: (command: string, promptLine: string) => string;
  /** The event that a prompt is. */
  readonly promptEvent: string;
  /** A module that does with the plugin what the client does before a tool call. The plugin's path is its argument. */
  readonly toolCall: string;
}

/** The settings of either kind. */
export type HookSettings = CommandSettings | PluginSettings;
