/** How something is meant, for its colour. */
export type Tone = 'neutral' | 'good' | 'warn' | 'danger' | 'hold' | 'accent';
