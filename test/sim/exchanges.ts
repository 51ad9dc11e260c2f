/**
 * Requests that go through the proxy's own code: read, asked, forwarded, relayed and settled, with a provider and a client
 * that the simulation plays.
 */
import { Attestation } from '../../src/proxy/attestation.ts';
import { exchange, type ExchangeParts, type WitnessingGate } from '../../src/proxy/exchange.ts';
import { StalledStreams } from '../../src/proxy/relay/stall-watch.ts';
import { ThreadMemory } from '../../src/proxy/thread/thread-memory.ts';
import type { ExchangeAct } from './acts.ts';
import { bodyOf, pathOf, TOOL, virtualClient, virtualUpstream } from './virtual-network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What an exchange tells while it runs. */
export interface ExchangeWatch {
  /** The provider was asked; the signal ends that. */
  asked(asking: AbortSignal): void;
  /** The provider has nothing more to say. */
  answered(): void;
  /** The client was sent a tool call. */
  toolArrived(): void;
}

/** The proxy of one process. */
export class Exchanges {
  readonly #time: VirtualTime;
  readonly #shared: Omit<ExchangeParts, 'provider' | 'upstream'>;

  constructor(time: VirtualTime, gate: WitnessingGate & { readonly clock: { now(): number } }) {
    this.#time = time;
    this.#shared = {
      gate,
      memory: new ThreadMemory(),
      attestation: new Attestation(() => false),
      nowMs: () => gate.clock.now(),
      steersOnWire: true,
      priceOf: () => null,
      approvals: null,
      sendsInPieces: false,
      stalls: new StalledStreams(
        () => ({ ms: 2 ** 31 - 1, cuts: false }),
        () => undefined,
      ),
    };
  }

  /** Plays one exchange to its end; what the client got. */
  async play(act: ExchangeAct, watch: ExchangeWatch): Promise<string> {
    const client = virtualClient((text) => {
      if (text.includes(TOOL) && text.includes(act.streams ? 'data:' : '{')) watch.toolArrived();
    });
    if (act.hangsUpAfterMs !== null) this.#time.plan(act.hangsUpAfterMs, client.hangUp);
    const upstream = virtualUpstream(this.#time, act, {
      began: (signal) => watch.asked(signal),
      ended: () => watch.answered(),
    });
    const headers: [string, string][] = [['content-type', 'application/json']];
    if (act.body === 'odd-encoding') headers.push(['content-encoding', 'x']);
    const parts: ExchangeParts = {
      ...this.#shared,
      provider: { url: 'http://provider.invalid', format: act.format, headers: [] },
      // Its shape alone counts: the real one has a pool of connections that nobody else sees.
      upstream: upstream as unknown as ExchangeParts['upstream'],
    };
    const route = {
      kind: 'provider',
      agent: act.agent,
      provider: act.format,
      upstreamPath: pathOf(act),
      how: 'path',
    } as const;
    await exchange(parts, { method: 'POST', route, headers, body: bodyOf(act) }, client.response);
    return client.text();
  }
}
