/**
 * What an agent key is for, where a person said so: which models may be asked with it, and for whom and for what its
 * calls are. The key's word counts; a request that says something else is refused.
 */
import { fitsAny } from './glob.ts';

/** Each is null where nobody said anything. */
export interface KeyGrant {
  /** Patterns, `*` for any text. */
  readonly models: readonly string[] | null;
  readonly user: string | null;
  readonly project: string | null;
  readonly branch: string | null;
}

/** What of it is about whom and what a call is for. */
export const GRANT_LABELS = Object.freeze(['branch', 'project', 'user'] as const);

/** Whether a model may be asked; one that is not known may not where any are named. */
export function allowsModel({ models }: Pick<KeyGrant, 'models'>, model: string | null): boolean {
  return models === null || (model !== null && fitsAny(models, model));
}
