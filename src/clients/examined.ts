/**
 * What is found out about one client: how it is logged in, where its settings send its model calls, and what can
 * guard it.
 *
 * The words name variables and files, never what stands in them: a key, a token or an address of a person must not
 * reach the screen through `doctor`.
 */
import type { Environment } from '../base/environment.ts';

/** Where to look. */
export interface ClientPlace {
  readonly home: string;
  readonly env: Environment;
  /** The data plane of this Tripwire, without a slash at the end. */
  readonly here: string;
}

/** What is known of a client before its login is looked at. */
export interface LoginPlace extends ClientPlace {
  /** Where it keeps its settings. */
  readonly folder: string;
  /** How to point it here. */
  readonly pointBy: string | null;
}

/** Looks at the settings and the login of one client. */
export type ExamineLogin = (place: LoginPlace) => Examined;

/** How a client is logged in. */
export interface Login {
  readonly kind: 'api-key' | 'subscription' | 'other' | 'none' | 'unknown';
  /** By what that is seen. */
  readonly detail: string;
}

/** Where the settings of a client send its model calls. */
export interface Pointing {
  /** `nowhere`: to its provider, as it comes. `partly`: some of its providers are pointed here. */
  readonly state: 'here' | 'partly' | 'elsewhere' | 'nowhere' | 'unknown';
  /** The agent that the base URL names; null where it names none. */
  readonly agent: string | null;
  readonly detail: string;
}

/** What can guard a client that is logged in like this. */
export interface Guards {
  /** `works`: tried, see docs/clients.md. `untried`: it follows a base URL, with this login nobody tried more. */
  readonly baseUrl: 'works' | 'untried' | 'no' | 'unknown';
  /** Hooks of the client that `tripwire init` can use. */
  readonly hooks: { readonly available: true; readonly detail: string };
  /** What passes by Tripwire all the same. */
  readonly unguarded: readonly string[];
  /** How to point it here; null where that would not help. */
  readonly pointBy: string | null;
}

/** Everything about one client. */
export interface Examined {
  readonly login: Login;
  readonly pointing: Pointing;
  readonly guards: Guards;
}

/** A path as people write it. */
export function tilde(file: string, home: string): string {
  return file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file;
}

/** The value of a variable; an empty one counts as not set. */
export function setting(env: Environment, name: string): string | null {
  return env[name] || null;
}

/** Whether a switch of the environment is on, as these clients read it. */
export function isOn(value: unknown): boolean {
  return typeof value === 'string' && /^(?:1|true|yes|on)$/i.test(value);
}
