/** How much context was in use. */
export interface ContextReading {
  readonly tokens: number;
  readonly model: string | null;
  /** Where the source tells it. */
  readonly windowTokens: number | null;
}
