/**
 * What a hook and the server that answers it agree on, besides the payload: one table for both ends.
 *
 * The server must not use its own environment for somebody else's project, so the hook sends what its environment says
 * about the project, each variable in a header of its own.
 */
import type { Environment } from '../base/environment.ts';
import { CLIENTS } from '../clients/table.ts';

/** The media type by which a command asks for its output instead of the client's own answer. */
export const HOOK_OUTPUT_TYPE = 'application/x-tripwire-hook+json';

/** Where the project's state is, whether a person watches, and where clients keep their settings. */
const CARRIED_VARIABLES = [
  'TRIPWIRE_DIR',
  'TRIPWIRE_UNATTENDED',
  ...new Set(CLIENTS.flatMap(({ folder }) => folder.variable ?? [])),
];

/** The hook's end: the headers for what is set. Values are encoded, because paths may hold what a header cannot. */
export function headersFrom(env: Environment): Readonly<Record<string, string>> {
  const set = CARRIED_VARIABLES.flatMap((variable): [string, string][] => {
    const value = env[variable];
    return value ? [[headerOf(variable), encodeURIComponent(value)]] : [];
  });
  return Object.fromEntries(set);
}

/** The server's end: the variables that the headers carry. `header` gives the value of one; null when it is missing. */
export function environmentFrom(
  header: (name: string) => string | null,
): Readonly<Record<string, string>> {
  const carried = CARRIED_VARIABLES.flatMap((variable): [string, string][] => {
    const value = header(headerOf(variable));
    return value === null ? [] : [[variable, decoded(value)]];
  });
  return Object.fromEntries(carried);
}

/** Such as `x-tripwire-codex-home` for CODEX_HOME, and `x-tripwire-dir` for TRIPWIRE_DIR. */
function headerOf(variable: string): string {
  const name = variable.replace(/^TRIPWIRE_/, '').toLowerCase();
  return `x-tripwire-${name.replaceAll('_', '-')}`;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
