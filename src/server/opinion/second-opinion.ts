/**
 * Who is asked for a second opinion: the model of `second_opinion` in the configuration, through Tripwire's own upstreams.
 *
 * It is asked under a name of its own, an agent like any other: its calls are in the journal, its cost is counted, and its
 * budgets are the caps. Where they have no room nobody is asked, and the rules decide alone.
 */
import type { Config, SecondOpinionConfig } from '../../config/index.ts';
import type { Budgets } from '../../core/index.ts';
import type { Gate, OpinionAnswer, OpinionAsk, OpinionPort } from '../../gate/index.ts';
import type { PriceOf } from '../../prices/index.ts';
import { ModelAsker, type ProxySettings } from '../../proxy/index.ts';
import { OUTPUT_TOKENS_MAX, questionText, readOpinion, SYSTEM_TEXT } from './question.ts';

/** The agent under whose name models are asked. */
const OPINION_AGENT = 'second-opinion';
const MICRO = 1_000_000;

/** Asks the configured model. */
export class SecondOpinion implements OpinionPort {
  readonly #config: () => Config;
  readonly #settings: ProxySettings;
  readonly #priceOf: PriceOf;
  #opened: { readonly gate: Gate; readonly asker: ModelAsker } | null = null;

  constructor(config: () => Config, settings: ProxySettings, priceOf: PriceOf) {
    this.#config = config;
    this.#settings = settings;
    this.#priceOf = priceOf;
  }

  /** From here on models are asked, at this gate, which is opened with this and so comes later; returns how to end it. */
  open(gate: Gate): () => Promise<void> {
    const nowMs = () => gate.clock.now();
    const [settings, priceOf] = [this.#settings, this.#priceOf];
    const asker = new ModelAsker({ gate, settings, priceOf, nowMs });
    this.#opened = { gate, asker };
    return async () => {
      this.#opened = null;
      await asker.close();
    };
  }

  timeoutMs(): number | null {
    if (this.#opened === null) return null;
    return this.#config().secondOpinion?.timeoutMs ?? null;
  }

  async ask(about: OpinionAsk, signal: AbortSignal): Promise<OpinionAnswer> {
    const wanted = this.#config().secondOpinion;
    if (wanted === undefined || this.#opened === null) throw new Error('nobody is to be asked');
    const { gate, asker } = this.#opened;
    await keepCaps(gate, wanted);
    const { provider, model, texts } = wanted;
    const reply = await asker.ask(
      {
        agent: OPINION_AGENT,
        provider,
        model,
        system: SYSTEM_TEXT,
        text: questionText(texts ? about : { ...about, steps: [] }),
        outputTokensMax: OUTPUT_TOKENS_MAX,
      },
      signal,
    );
    if (reply.kind === 'refused') {
      return { opinion: 'none', details: `not asked: ${reply.refusal.reason}`.slice(0, 1_000) };
    }
    const { text, model: answered, costMicroUsd } = reply;
    const cost = costMicroUsd === null ? {} : { costMicroUsd };
    const said = readOpinion(text);
    if (said === null) {
      return { opinion: 'none', details: 'its answer cannot be read', model: answered, ...cost };
    }
    const { opinion, why } = said;
    return { opinion, details: why === '' ? opinion : why, model: answered, ...cost };
  }
}

/** The caps as the budgets of the name that asks. Nothing is recorded while they are as they were. */
async function keepCaps(
  gate: Gate,
  { usdPerDay, asksPerDay, allowUnpriced }: SecondOpinionConfig,
): Promise<void> {
  const wanted = {
    microUsdPerDay: allowUnpriced ? null : Math.round(usdPerDay * MICRO),
    callsPerDay: asksPerDay,
  };
  if (!gate.isKnown(OPINION_AGENT)) await gate.register(OPINION_AGENT, 'tripwire');
  const own: Budgets = (await gate.envelope(OPINION_AGENT)).budgets ?? {};
  const { microUsdPerDay = null, callsPerDay = null } = own;
  if (microUsdPerDay === wanted.microUsdPerDay && callsPerDay === wanted.callsPerDay) return;
  const why = 'the caps of second_opinion in tripwire.yaml';
  const envelope = { budgets: wanted };
  await gate.operate({
    agent: OPINION_AGENT,
    action: 'configure',
    by: 'tripwire',
    why,
    envelope,
  });
}
