/**
 * The money of sessions that only hooks see, as the gate offers it. What counts it is loaded when a session has some: a hook
 * without a server never does.
 */
import type { GateRefusal } from '../../core/index.ts';
import type { GateParts } from '../gate-parts.ts';
import type { Recorder } from '../recorder.ts';
import type { Refusals } from '../refusals.ts';
import type { Standing } from '../standing.ts';
import type { HookSpending, ToldCall, ToldPlace } from './hook-spending.ts';

/** Takes what hooks tell, and refuses by it. */
export class HookMoney {
  readonly #recorder: Recorder;
  readonly #standing: Standing;
  readonly #refusals: Refusals;
  /** Other nodes write the same journal: they may be the ones that see the session's model calls. */
  readonly #isShared: boolean;
  #spending: HookSpending | null = null;

  constructor(
    recorder: Recorder,
    standing: Standing,
    refusals: Refusals,
    { shared }: Pick<GateParts, 'shared'>,
  ) {
    this.#recorder = recorder;
    this.#standing = standing;
    this.#refusals = refusals;
    this.#isShared = shared !== undefined;
  }

  /** What answers used that a hook told of; counted where the model calls of the session are not seen here. */
  async spent(place: ToldPlace, calls: readonly ToldCall[]): Promise<void> {
    if (this.#isShared) return;
    const entered = await this.#recorder.enter(place.agent);
    if (entered.kind !== 'entered') return;
    const spending = await this.#loaded();
    await spending.take(entered.chain, place, calls);
  }

  /** The budget that a session has spent that only hooks see; null where it has room. */
  async overBudget(place: ToldPlace): Promise<GateRefusal | null> {
    const entered = await this.#recorder.enter(place.agent);
    if (entered.kind === 'refused') return entered.refusal;
    if (entered.chain.latest.envelope.budgets === undefined) return null;
    return (await this.#loaded()).problem(entered.chain, place);
  }

  async #loaded(): Promise<HookSpending> {
    const { HookSpending } = await import('./hook-spending.ts');
    this.#spending ??= new HookSpending(this.#recorder, this.#standing, this.#refusals);
    return this.#spending;
  }
}
