/**
 * How full the context is: tokens of the window, and which tier that is.
 */
import type { ContextTier } from '../files/loop-state.ts';
import type { Manifest } from '../manifest/manifest.ts';

const STANDARD_WINDOW_TOKENS = 200_000;

/** Windows that are not the standard one, by the model's name. First match wins. */
const WINDOWS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /\[1m\]|-1m\b/i, tokens: 1_000_000 },
  { model: /^gemini-/i, tokens: 1_048_576 },
  { model: /^gpt-4\.1/i, tokens: 1_047_576 },
  { model: /^gpt-5|codex/i, tokens: 272_000 },
  { model: /^gpt-4o/i, tokens: 128_000 },
];

/** The window: the person's, the one that the client tells, the model's, or the standard one. */
export function contextWindow(
  manifest: Manifest,
  told: number | null,
  model: string | null,
): number {
  const known = model === null ? undefined : WINDOWS.find((one) => one.model.test(model));
  return manifest.windowTokens ?? told ?? known?.tokens ?? STANDARD_WINDOW_TOKENS;
}

/** The tier that so many tokens reach. A threshold is reached, not exceeded; compared without dividing. */
export function contextTier(tokens: number, window: number, manifest: Manifest): ContextTier {
  const reaches = (threshold: number) => tokens * 100 >= threshold * window;
  if (reaches(manifest.hardBlockThreshold)) return 'hard';
  if (reaches(manifest.mandatoryThreshold)) return 'mandatory';
  return reaches(manifest.warningThreshold) ? 'warning' : 'none';
}

/** Whole percent, rounded down: 84.9 is not 85. */
export function usagePercent(tokens: number, window: number): number {
  return Math.floor((tokens * 100) / window);
}

/** The estimate of the safety rules where nothing tells the usage: 500 lines are about 70 percent. */
export function estimatedPercent(outputLines: number): number {
  return Math.min(100, Math.floor((outputLines * 70) / 500));
}
