/**
 * A scenario of the compatibility kit: what an adapter must be able to do for it, and what is then expected.
 */
import type { RequirementId } from '../../spec/requirements.ts';
import type { Ability } from '../../src/adapters/capabilities.ts';
import type { Played, Scene } from './adapter-stage.ts';

/** Plays a scene with the adapter under test. */
export type Run = (scene: Scene) => Promise<Played>;

/** One scenario. */
export interface Scenario {
  readonly title: string;
  readonly needs: readonly Ability[];
  /** The rows that it proves for the adapter. */
  readonly rows: readonly RequirementId[];
  play(run: Run): Promise<void>;
}
