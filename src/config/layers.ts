/**
 * The layers that a configuration is made of: the file, the environment over it, the flags over both.
 *
 * Each is checked by itself, so that a mistake in the file is told even where a flag hides it, and each
 * names the place that a person must correct.
 */
import type { Environment } from '../base/environment.ts';
import type { JsonObject } from '../base/json-values.ts';
import { readConfigFile } from './config-file.ts';
import type { Origin } from './config.ts';
import { UPSTREAM_URLS } from './schema/upstreams.ts';
import { valueAt, type ValuePath } from './value-path.ts';

export interface ConfigFlags {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly fleet?: boolean | undefined;
  readonly port?: number | string | undefined;
  readonly adminPort?: number | string | undefined;
  readonly host?: string | undefined;
  readonly adminHost?: string | undefined;
  readonly allowRemote?: boolean | undefined;
  readonly constitution?: string | undefined;
  readonly prices?: string | undefined;
}

/** Where a configuration comes from. */
export interface ConfigSources {
  /** The file that was asked for; without one, `tripwire.yaml` in the data folder if it is there. */
  readonly file?: string | undefined;
  readonly env: Environment;
  /** The person's home folder. */
  readonly home: string;
  readonly flags?: ConfigFlags | undefined;
}

export interface Layer {
  readonly origin: Origin;
  readonly values: JsonObject;
  /** The place to correct, when it is not a line: the name of a variable or a flag. */
  readonly nameOf: (path: ValuePath) => string | null;
  readonly lineOf: (path: ValuePath) => number | null;
}

/** The layers, lowest first. Throws when the file cannot be read. */
export function layersOf(sources: ConfigSources, file: string | null): readonly Layer[] {
  const written = [environmentLayer(sources.env), flagLayer(sources.flags ?? {})];
  return file === null ? written : [fileLayer(file), ...written];
}

/** The highest layer that says something at that path. */
export function layerAt(layers: readonly Layer[], path: ValuePath): Layer | undefined {
  return layers.findLast(({ values }) => valueAt(values, path) !== undefined);
}

function fileLayer(file: string): Layer {
  const { values, lineOf } = readConfigFile(file);
  return { origin: 'file', values, lineOf, nameOf: () => null };
}

function environmentLayer(env: ConfigSources['env']): Layer {
  const names = Object.keys(UPSTREAM_URLS).map((name): [string, string | undefined] => [
    name,
    env[upstreamVariable(name)],
  ]);
  const upstreams = names.filter(([, url]) => url !== undefined && url !== '');
  const data = env['TRIPWIRE_DATA'];
  const store = env['TRIPWIRE_STORE'];
  const log = Object.entries(LOG_VARIABLES).flatMap(([key, variable]) => {
    const value = env[variable];
    return value === undefined || value === '' ? [] : [[key, value]];
  });
  return {
    origin: 'env',
    values: {
      ...(data === undefined || data === '' ? {} : { data }),
      ...(store === undefined || store === '' ? {} : { store }),
      ...(upstreams.length === 0
        ? {}
        : { upstreams: Object.fromEntries(upstreams.map(([name, url]) => [name, { url }])) }),
      ...(log.length === 0 ? {} : { log: Object.fromEntries(log) as JsonObject }),
    },
    lineOf: () => null,
    nameOf: variableOf,
  };
}

const LOG_VARIABLES: Readonly<Record<string, string>> = {
  level: 'TRIPWIRE_LOG',
  file: 'TRIPWIRE_LOG_FILE',
};

function variableOf([first, second]: ValuePath): string {
  if (first === 'data') return 'TRIPWIRE_DATA';
  if (first === 'store') return 'TRIPWIRE_STORE';
  if (first === 'log') return LOG_VARIABLES[String(second)] ?? 'TRIPWIRE_LOG';
  return upstreamVariable(String(second));
}

function upstreamVariable(name: string): string {
  return `TRIPWIRE_UPSTREAM_${name.toUpperCase()}`;
}

function flagLayer(flags: ConfigFlags): Layer {
  const given = {
    data: flags.data,
    store: flags.store,
    fleet: flags.fleet === true ? 'on' : undefined,
    port: numberOf(flags.port),
    admin_port: numberOf(flags.adminPort),
    host: flags.host,
    admin_host: flags.adminHost,
    allow_remote: flags.allowRemote,
    constitution: flags.constitution,
    prices: flags.prices,
  };
  return {
    origin: 'flag',
    values: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    lineOf: () => null,
    nameOf: (path) => `--${String(path[0]).replaceAll('_', '-')}`,
  };
}

/** Digits that were typed as the number they mean; anything else stays, to be refused by its name. */
function numberOf(typed: number | string | undefined): number | string | undefined {
  return typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : typed;
}
