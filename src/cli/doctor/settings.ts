/**
 * The settings in force: those of the running server, which may have been started with other variables, flags or an
 * older file than are here now; else those that a server started here would have.
 */
import type { Environment } from '../../base/environment.ts';
import { parseJson } from '../../base/json-text.ts';
import { effectiveConfig, type Config } from '../../config/index.ts';
import { ApiProblem } from '../../control/api/client.ts';
import type { ServerNote } from '../../server/server-file.ts';
import { AdminServer } from '../server/admin-call.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';
import { adminHere } from './admin-here.ts';

/** One value. */
interface Setting {
  readonly path: string;
  readonly value: unknown;
  readonly from: string;
}

/** Whose settings, and what they are. */
export interface SettingsInForce {
  /** `server`: as the running one has them. `here`: as this environment and these files say. */
  readonly of: 'server' | 'here';
  readonly file: string | null;
  readonly settings: readonly Setting[];
  /** Paths whose value here is another than the server's: a restart here would change them. */
  readonly differing: readonly string[];
}

/** Asks the server; without one, or where it does not tell, what is here counts. */
export async function settingsInForce(
  config: Config,
  server: ServerNote | null,
  env: Environment,
): Promise<SettingsInForce> {
  const here = effectiveConfig(config);
  const own: SettingsInForce = { of: 'here', file: config.file, settings: here, differing: [] };
  if (server === null) return own;
  try {
    const admin = new AdminServer(adminHere(server.adminUrl, config.data, env));
    const told = await admin.call('GET /api/settings');
    const settings = told.config.map(({ path, value, origin }) => ({
      path,
      // The API tells every value as text.
      value: parseJson(value) ?? value,
      from: origin,
    }));
    const values = new Map(told.config.map(({ path, value }) => [path, value]));
    // What was given with the command is given again with it.
    const flags = new Set(
      told.config.filter(({ origin }) => origin === 'flag').map(({ path }) => path),
    );
    const differing = here
      .filter(({ path, value }) => !flags.has(path) && isOther(values.get(path), value))
      .map(({ path }) => path);
    return { of: 'server', file: told.config_file, settings, differing };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return own;
  }
}

/** What is hidden cannot be compared. */
function isOther(told: string | undefined, value: unknown): boolean {
  if (told === '(hidden)') return false;
  return told !== (typeof value === 'string' ? value : JSON.stringify(value));
}

/** The table of settings: all of them, or those that somebody set. */
export function settingLines({ of, file, settings }: SettingsInForce, all: boolean): Line[] {
  const places: Readonly<Record<string, string>> = {
    default: '',
    file: file ?? 'file',
    env: 'environment',
    flag: 'flag',
  };
  const shown = all ? settings : settings.filter(({ from }) => from !== 'default');
  const left = settings.length - shown.length;
  if (shown.length === 0) {
    const none = `All ${left} settings have their default values: tripwire doctor --settings lists them`;
    return [[span(none, 'dim')]];
  }
  const rows = shown.map(({ path, value, from }): Line[] => [
    [span(path)],
    [span(typeof value === 'string' ? value : JSON.stringify(value))],
    [span(places[from] ?? from, from === 'default' ? 'dim' : 'cyan')],
  ]);
  const heading = of === 'server' ? 'in force in the running server' : 'in force';
  const rest = `The other ${left} settings have their default values: tripwire doctor --settings lists them`;
  return [
    ...textTable(['setting', heading, 'from'], rows),
    ...(left === 0 ? [] : [[span(rest, 'dim')]]),
  ];
}

/** What a restart from this terminal would change; nothing where the server has what is here. */
export function differingLines({ differing }: SettingsInForce): Line[] {
  if (differing.length === 0) return [];
  const note = `Not in force yet: ${differing.join(', ')}. A restart from this terminal would change what the running server uses.`;
  return [[span(note, 'yellow')]];
}
