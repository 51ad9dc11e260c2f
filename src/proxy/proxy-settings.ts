/**
 * What the data plane needs of the configuration, with the providers' keys resolved: in memory only, never in a log.
 */
import type { Environment } from '../base/environment.ts';
import type { HeaderPairs } from '../base/header-pairs.ts';
import { secretOf, type Config, type UpstreamConfig } from '../config/index.ts';
import type { InjectedKey } from './headers.ts';

/** One provider. */
export interface ProviderSettings {
  readonly url: string;
  readonly format: UpstreamConfig['format'];
  /** There when Tripwire puts in the provider's key. */
  readonly key?: InjectedKey;
  /** Whether a header that is added has a secret of Tripwire's. */
  readonly holdsSecret?: boolean;
  readonly headers: HeaderPairs;
}

/** The data plane's settings. */
export interface ProxySettings {
  readonly host: string;
  readonly port: number;
  readonly upstreams: Readonly<Record<string, ProviderSettings>>;
  readonly bodyBytesMax: number;
  readonly headerBytesMax: number;
  readonly connectionsMax: number;
  readonly requestMs: number;
  readonly connectMs: number;
  readonly idleMs: number;
  /** Whether a warning is added to the request that it came with; not when absent. */
  readonly steersOnWire?: boolean;
}

/** The settings of a configuration. Throws, naming the variable, when a key is referred to and not there. */
export function proxySettings(config: Config, env: Environment): ProxySettings {
  const { host, port, limits } = config;
  return {
    host,
    port,
    upstreams: Object.fromEntries(
      Object.entries(config.upstreams).map(([name, one]) => [name, provider(one, env)]),
    ),
    bodyBytesMax: limits.bodyMb * 1024 * 1024,
    headerBytesMax: limits.headerKb * 1024,
    connectionsMax: limits.connections,
    requestMs: limits.requestTimeoutMs,
    connectMs: limits.upstreamConnectMs,
    idleMs: limits.idleMs,
    steersOnWire: config.steer === 'wire',
  };
}

/** Whether a secret of Tripwire's goes to this provider. */
export function holdsSecret(one: Pick<ProviderSettings, 'key' | 'holdsSecret'>): boolean {
  return one.key !== undefined || one.holdsSecret === true;
}

function provider({ url, format, key, headers }: UpstreamConfig, env: Environment) {
  const resolved = Object.entries(headers).map(([name, value]) => {
    const isReference = value.startsWith('env:');
    return [name, isReference ? secretOf(value as `env:${string}`, env) : value] as const;
  });
  const injected = key === undefined ? {} : { key: { format, key: secretOf(key, env) } };
  const isSecret = Object.values(headers).some((value) => value.startsWith('env:'));
  return { url, format, headers: resolved, holdsSecret: isSecret, ...injected };
}
