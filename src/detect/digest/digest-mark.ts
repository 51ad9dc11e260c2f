/**
 * The mark of a digest: by it the text that was kept of an event finds the step that the event was.
 *
 * It is made of hashes that are in the journal already, so a kept text says no more with it than without.
 */
import type { StepDigest } from './step-digest.ts';
import type { TextDigest } from './text-digest.ts';

/** Equal for events that are equal to the judge; null for what has no text. */
export function digestMark(
  digest:
    | { readonly kind: 'tool'; readonly step: StepDigest }
    | TextDigest
    | { readonly kind: 'compaction' },
): string | null {
  switch (digest.kind) {
    case 'tool':
      return `${digest.step.call} ${digest.step.exactOutcome}`;
    case 'prompt':
    case 'response':
      return digest.exact;
    case 'compaction':
      return null;
  }
}
