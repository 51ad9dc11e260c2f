/**
 * A changed configuration while the process runs.
 *
 * The new one is checked as a whole first; with any problem the last good one stays. What cannot change
 * under a running process keeps its value until a restart, and is named, so that nobody believes it did.
 */
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { effectiveConfig } from './effective-config.ts';
import { jointProblems } from './joint-problems.ts';
import type { ConfigSources } from './layers.ts';
import { loadConfig } from './load-config.ts';
import { pathText } from './value-path.ts';

/** Opened, bound or frozen at start. By the name in the program and the name in the file. */
const FIXED_AT_START = {
  data: 'data',
  store: 'store',
  fleet: 'fleet',
  watchdog: 'watchdog',
  port: 'port',
  adminPort: 'admin_port',
  host: 'host',
  adminHost: 'admin_host',
  adminTls: 'admin_tls',
  allowRemote: 'allow_remote',
  constitution: 'constitution',
  prices: 'prices',
  limits: 'limits',
  log: 'log',
} as const satisfies Partial<Record<keyof Config, string>>;

export interface Reloaded {
  /** What is in force now. */
  readonly config: Config;
  /** Paths of the values that changed. */
  readonly changed: readonly string[];
  /** Paths of the values that were changed but need a restart; they keep what they had. */
  readonly refused: readonly string[];
  /** Why nothing changed; null when the new configuration is valid. */
  readonly error: ConfigError | null;
}

/** Reads the sources again and takes what a running process can take. */
export function reloadConfig(current: Config, sources: ConfigSources): Reloaded {
  try {
    const wanted = loadConfig(sources);
    if (current.file !== null && wanted.file === null) throw fileGone(current.file);
    const config = withFixed(wanted, current);
    // Valid with its own constitution is not yet valid with the one that stays in force.
    const problems = jointProblems(config).map(({ path, message }) => ({
      path: pathText(path),
      line: null,
      message: `${message}; restart to change what is fixed at start`,
    }));
    if (problems.length > 0) throw new ConfigError(config.file, problems);
    return {
      config,
      changed: differences(current, config),
      refused: differences(config, wanted),
      error: null,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: current, changed: [], refused: [], error };
  }
}

/** A file that vanished must not open what it had closed. */
function fileGone(file: string): ConfigError {
  const message = 'is gone; put it back, or restart to run without it';
  return new ConfigError(file, [{ path: '', line: null, message }]);
}

function withFixed(wanted: Config, current: Config): Config {
  const names = Object.keys(FIXED_AT_START) as (keyof typeof FIXED_AT_START)[];
  const fixed = Object.fromEntries(names.map((name) => [name, current[name]]));
  const isFixed = ([path]: [string, unknown]) =>
    Object.values(FIXED_AT_START).some((key) => path === key || path.startsWith(`${key}.`));
  const origins = Object.assign(
    Object.create(null) as Config['origins'],
    Object.fromEntries([
      ...Object.entries(wanted.origins).filter((entry) => !isFixed(entry)),
      ...Object.entries(current.origins).filter(isFixed),
    ]),
  );
  return Object.freeze({ ...wanted, ...fixed, origins: Object.freeze(origins) });
}

/** Paths whose value is not the same in both. */
function differences(before: Config, after: Config): string[] {
  const [old, fresh] = [before, after].map(
    (config) =>
      new Map(effectiveConfig(config).map(({ path, value }) => [path, JSON.stringify(value)])),
  );
  const paths = new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])]);
  return [...paths].filter((path) => old?.get(path) !== fresh?.get(path));
}
