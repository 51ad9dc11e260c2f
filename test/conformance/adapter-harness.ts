/**
 * What the compatibility kit needs of an adapter: run an agent of the real SDK, guarded, on a scripted model.
 */
import type { AdapterCapabilities } from '../../src/adapters/capabilities.ts';
import type { GuardOptions } from '../../src/adapters/guarded-session.ts';
import type { GateRefusal } from '../../src/core/index.ts';
import type { ScriptedModel, ScriptedWire } from '../../src/testing/index.ts';

/** One run. */
export interface AdapterTask {
  /** As a user hands it to the adapter. Its tools have handlers; a client that runs tools itself calls those. */
  readonly guard: GuardOptions;
  /** What the person asks for. */
  readonly input: string;
  /** The root of a fake provider that answers what the model says, in every wire format. */
  readonly providerUrl: string;
  /** The model itself, for a harness that has no HTTP in between: ask `next` for each turn. */
  readonly model: ScriptedModel;
}

/** How the run ended. */
export interface AdapterEnd {
  /** What ended it, where the adapter ended it because of a stop; null when the agent ended by itself. */
  readonly stop: GateRefusal | null;
}

/** An adapter under test. */
export interface AdapterHarness extends ScriptedWire {
  readonly capabilities: AdapterCapabilities;
  /** Runs an agent to its end. What the adapter throws for a stop is caught and told; anything else is a failure. */
  run(task: AdapterTask): Promise<AdapterEnd>;
  /** Longer than usual for clients that are processes of their own. */
  readonly timeoutMs?: number;
}
