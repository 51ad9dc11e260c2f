/**
 * A whole data plane for tests: a fake provider, a gate and a proxy, all real and on loopback.
 */
import {
  CODING_V1,
  DEFAULT_KILL_SWITCH,
  type Constitution,
  type EnvelopeChange,
  type KillSwitch,
} from '../../src/core/index.ts';
import type { Gate, GateParts, TimeSource } from '../../src/gate/index.ts';
import type { PriceOf } from '../../src/prices/call-price.ts';
import { startProxy, type ProviderSettings, type ProxyServer } from '../../src/proxy/index.ts';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import { startFakeProvider, type FakeProvider, type FakeScript } from '../../src/testing/index.ts';
import { testGate } from './test-gate.ts';

export interface RunningProxy {
  readonly gate: Gate;
  readonly store: Store;
  readonly provider: FakeProvider;
  readonly proxy: ProxyServer;
  /** The base URL of an agent, as its client wants it. */
  baseUrl(agent: string, provider: 'anthropic' | 'openai' | 'gemini'): string;
  close(): Promise<void>;
}

export interface ProxySetting {
  readonly script: FakeScript;
  readonly killSwitch?: Partial<KillSwitch>;
  /** `coding-v1` when absent: budgets that no test meets by accident. */
  readonly constitution?: Constitution;
  readonly store?: Store;
  readonly marksFolder?: string;
  readonly upstreams?: Readonly<Record<string, ProviderSettings>>;
  readonly agentOfKey?: (key: string) => string | null;
  readonly bodyBytesMax?: number;
  readonly connectionsMax?: number;
  /** Always this process's when absent. */
  readonly turn?: NonNullable<GateParts['turn']>;
  /** The machine's when absent. */
  readonly time?: TimeSource;
  /** No price is known when absent. */
  readonly priceOf?: PriceOf;
  /** Whether warnings are added to requests; not when absent. */
  readonly steersOnWire?: boolean;
  /** Limits of every agent besides its kill switch. */
  readonly limits?: Omit<EnvelopeChange, 'killSwitch'>;
}

/** Starts all of it on free ports. */
export async function runProxy(setting: ProxySetting): Promise<RunningProxy> {
  const provider = await startFakeProvider({ script: setting.script });
  const store = setting.store ?? createMemoryStore();
  const killSwitch = { ...DEFAULT_KILL_SWITCH, ...setting.killSwitch };
  const gate = await testGate({
    store,
    constitution: setting.constitution ?? CODING_V1,
    marksFolder: setting.marksFolder ?? null,
    envelopeOf: () => ({ ...setting.limits, killSwitch }),
    capture: 'on-stop',
    ...(setting.time === undefined ? {} : { time: setting.time }),
    ...(setting.turn === undefined ? {} : { turn: setting.turn }),
  });
  const one = (format: ProviderSettings['format']): ProviderSettings => ({
    url: provider.url,
    format,
    headers: [],
  });
  const proxy = await startProxy({
    gate,
    settings: {
      host: '127.0.0.1',
      port: 0,
      upstreams: setting.upstreams ?? {
        anthropic: one('anthropic'),
        openai: one('openai'),
        gemini: one('gemini'),
      },
      bodyBytesMax: setting.bodyBytesMax ?? 32 * 1024 * 1024,
      headerBytesMax: 64 * 1024,
      connectionsMax: setting.connectionsMax ?? 1_000,
      requestMs: 60_000,
      connectMs: 5_000,
      idleMs: 60_000,
      steersOnWire: setting.steersOnWire ?? false,
    },
    agentOfKey: setting.agentOfKey ?? (() => null),
    nowMs: () => gate.clock.now(),
    sendsInPieces: setting.turn !== undefined,
    ...(setting.priceOf === undefined ? {} : { priceOf: setting.priceOf }),
  });
  return {
    gate,
    store,
    provider,
    proxy,
    baseUrl: (agent, name) =>
      `${proxy.url}/agents/${agent}/${name}${name === 'openai' ? '/v1' : ''}`,
    close: async () => {
      await proxy.close();
      gate.close();
      await provider.close();
    },
  };
}
