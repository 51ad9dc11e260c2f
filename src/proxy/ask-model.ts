/**
 * Asks a model something in Tripwire's own name: through the same upstreams, keys and gate as any agent's call.
 *
 * So what it spends is reserved before it is asked and settled after, is bound by the budgets of the name it is asked
 * under, and ends with everything else when a person stops all.
 */
import { parseJson } from '../base/json-text.ts';
import type { GatePort, GateRefusal, OpenCall } from '../core/index.ts';
import { costOfAnswer, type PriceOf } from '../prices/index.ts';
import { codecForFormat, plainRequest, type PlainQuestion } from '../wire/index.ts';
import { forwardedHeaders } from './headers.ts';
import { estimateBeforeCall, usageBeforeCall } from './observe/token-estimate.ts';
import { accountedUsage } from './observe/usage-estimate.ts';
import type { ProviderSettings, ProxySettings } from './proxy-settings.ts';
import { usualFormat } from './read-request.ts';
import { settleFailure, statusOf } from './relay/settle.ts';
import { Upstream } from './upstream.ts';

/** What an asker works with. */
export interface ModelAskerParts {
  readonly gate: GatePort;
  readonly settings: Pick<ProxySettings, 'upstreams' | 'connectMs' | 'idleMs' | 'requestMs'>;
  readonly priceOf: PriceOf;
  readonly nowMs: () => number;
}

/** Who asks whom, and what. */
export interface AskedModel extends PlainQuestion {
  /** The agent under whose name it is asked. */
  readonly agent: string;
  readonly provider: string;
}

/** What became of it. */
export type ModelReply =
  | { readonly kind: 'refused'; readonly refusal: GateRefusal }
  | {
      readonly kind: 'answered';
      readonly text: string;
      readonly model: string;
      /** Null when no price is known. */
      readonly costMicroUsd: number | null;
    };

const ANSWER_BYTES_MAX = 1024 * 1024;

/** Asks models. */
export class ModelAsker {
  readonly #parts: ModelAskerParts;
  readonly #upstreams = new Map<string, Upstream>();

  constructor(parts: ModelAskerParts) {
    this.#parts = parts;
  }

  /** Throws when the provider cannot be reached or answers with an error. */
  async ask(asked: AskedModel, signal: AbortSignal): Promise<ModelReply> {
    const { gate, settings, priceOf } = this.#parts;
    const { agent, provider, model, outputTokensMax } = asked;
    const known = settings.upstreams[provider];
    if (known === undefined) throw new Error(`there is no upstream ${provider}`);
    const { path, headers, body } = plainRequest(known.format, asked);
    const bytes = Buffer.from(JSON.stringify(body));
    const usage = usageBeforeCall(bytes.length, bytes.length, outputTokensMax);
    const cost = priceOf(model, usage);
    const admission = await gate.admit({
      agent,
      purpose: 'side',
      estimateTokens: estimateBeforeCall(bytes.length, outputTokensMax),
      ...(cost === null ? {} : { estimateMicroUsd: cost }),
      model,
      provider,
      waitMs: 0,
      gone: signal,
    });
    if (!admission.allowed) return { kind: 'refused', refusal: admission.refusal };
    const request = { path, headers, bytes };
    return this.#send(admission.call, { ...asked, known, request }, signal);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#upstreams.values()].map((one) => one.close()));
  }

  async #send(call: OpenCall, asked: Sending, signal: AbortSignal): Promise<ModelReply> {
    const { nowMs, priceOf } = this.#parts;
    const { known, request, model, provider } = asked;
    const startedMs = nowMs();
    try {
      const upstream = this.#upstream(provider, known);
      const answer = await upstream.send({
        method: 'POST',
        path: request.path,
        headers: forwardedHeaders([['content-type', 'application/json'], ...request.headers], {
          host: upstream.host,
          injected: known.key ?? null,
          added: known.headers,
        }),
        body: request.bytes,
        isLast: false,
        signals: [signal, call.signal],
      });
      const bytes = await answer.body.whole(ANSWER_BYTES_MAX);
      const latencyMs = nowMs() - startedMs;
      if (answer.status >= 400) {
        await settleFailure(call, statusOf(answer.status), latencyMs);
        throw new Error(`${provider} answered with status ${answer.status}`);
      }
      const facts = codecForFormat(usualFormat[known.format])?.readResponse(
        parseJson(bytes.toString('utf8')),
      );
      if (facts === undefined) throw new Error(`answers of ${provider} cannot be read`);
      const { usage, isEstimate } = await accountedUsage(facts, request.bytes);
      const cost = costOfAnswer(priceOf, facts.model, model, usage);
      await call.finish({
        status: 'SUCCESS',
        latencyMs,
        tokens: usage.inputTokens + usage.cacheWriteTokens + usage.outputTokens,
        cachedTokens: usage.cacheReadTokens,
        estimated: isEstimate,
        ...(facts.model === null ? {} : { model: facts.model }),
        ...(cost === null ? {} : { costMicroUsd: cost }),
      });
      return {
        kind: 'answered',
        text: facts.text,
        model: facts.model ?? model,
        costMicroUsd: cost,
      };
    } finally {
      // The first word counts: whatever went wrong above, the call is settled.
      await settleFailure(call, 'FAILED', nowMs() - startedMs);
    }
  }

  #upstream(name: string, { url, format }: ProviderSettings): Upstream {
    const { connectMs, idleMs, requestMs } = this.#parts.settings;
    const limits = { connectMs, answerMs: requestMs, idleMs };
    const upstream = this.#upstreams.get(name) ?? new Upstream(url, format, limits);
    this.#upstreams.set(name, upstream);
    return upstream;
  }
}

interface Sending extends AskedModel {
  readonly known: ProviderSettings;
  readonly request: {
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly bytes: Buffer;
  };
}
