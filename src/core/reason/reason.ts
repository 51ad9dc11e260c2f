/** The shape of a reason code. */

/** One reason code with what it means and what a person does about it. */
export interface Reason {
  readonly code: string;
  readonly group: 'veto' | 'hold' | 'refusal' | 'warning' | 'note' | 'error';
  readonly meaning: string;
  readonly remedy: string;
}
