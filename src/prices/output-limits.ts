/**
 * The longest answer that a model gives, by its name: what a request may ask for beyond that never comes.
 *
 * Families whose providers publish a limit. For any other the standard context window is the bound.
 */
const STANDARD_TOKENS = 200_000;

/** First match wins. */
const LIMITS: readonly { readonly model: RegExp; readonly tokens: number }[] = [
  { model: /claude-3-5|claude-3\.5/i, tokens: 8_192 },
  { model: /claude-opus-4(?:-1)?(?:-\d{8}|$)/i, tokens: 32_000 },
  { model: /claude-(?:3-7-sonnet|sonnet-4|haiku-4)/i, tokens: 64_000 },
  { model: /gpt-4o/i, tokens: 16_384 },
  { model: /gpt-4\.1/i, tokens: 32_768 },
  { model: /gpt-5/i, tokens: 128_000 },
  { model: /gemini-(?:2\.5|3)/i, tokens: 65_536 },
];

/** The longest answer of a model. */
export function outputTokensMax(model: string | null): number {
  const known = model === null ? undefined : LIMITS.find((one) => one.model.test(model));
  return known?.tokens ?? STANDARD_TOKENS;
}
