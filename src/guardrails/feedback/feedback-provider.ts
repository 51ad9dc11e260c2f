/**
 * Feedback providers: who may speak to the agent after a tool call, and when each of them is asked.
 *
 * A provider is known by an id. Two of the same kind on one prompt get different ones, because what a provider
 * said last decides when it speaks next, and under one name they would silence each other.
 */
import type { Filesystem } from '../files/filesystem.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import type { FeedbackContext } from './feedback-context.ts';
import type { FeedbackTrigger } from './feedback-trigger.ts';
import type { FeedbackDraft } from './feedback.ts';

/** Observes how the work goes and says something about it. */
export interface FeedbackProvider {
  readonly name: string;
  /** Filters beyond the trigger. */
  shouldRun(context: FeedbackContext): boolean | Promise<boolean>;
  provide(context: FeedbackContext): FeedbackDraft | Promise<FeedbackDraft>;
}

/** A provider and its trigger. */
export interface FeedbackProviderConfigOptions {
  readonly provider: FeedbackProvider;
  readonly trigger: FeedbackTrigger;
  /** Unique on a prompt; made from the provider's name when it is not given. */
  readonly id?: string;
}

/** A provider as a prompt carries it. */
export class FeedbackProviderConfig {
  readonly provider: FeedbackProvider;
  readonly trigger: FeedbackTrigger;
  readonly id: string | null;

  constructor({ provider, trigger, id }: FeedbackProviderConfigOptions) {
    if (id?.trim() === '')
      refuseGuardrail('id', 'of a feedback provider is empty; leave it out or name it');
    this.provider = provider;
    this.trigger = trigger;
    this.id = id ?? null;
    Object.freeze(this);
  }
}

/** The part of a prompt that feedback needs. */
export interface FeedbackPrompt {
  readonly name: string;
  readonly feedbackProviders: readonly FeedbackProviderConfig[];
  /** Where file triggers look; without one they never fire. */
  readonly filesystem: Filesystem | null;
}

/** The ids of a prompt's providers, in their order: as given, else by name, numbered where a name is taken. */
export function providerIds(configs: readonly FeedbackProviderConfig[]): readonly string[] {
  const taken = new Set<string>();
  for (const { id } of configs) {
    if (id === null) continue;
    if (taken.has(id)) {
      const words = `${JSON.stringify(id)} belongs to two feedback providers; give each its own`;
      refuseGuardrail('feedbackProviders.id', words);
    }
    taken.add(id);
  }
  return configs.map(({ id, provider }) => id ?? freeName(provider.name, taken));
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  taken.add(free);
  return free;
}
