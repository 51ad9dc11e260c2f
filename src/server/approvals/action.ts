/** What asks at the desk, and what it hears. */
import type { ApprovalConfig } from '../../config/index.ts';
import type { AskedCall } from '../../guardrails/index.ts';
import type { Denied } from './denial.ts';
import type { Layer, QuestionAbout } from './question.ts';

/** A tool call that asks, and where it is made. */
export interface CallAtDoor extends AskedCall {
  readonly session: string;
  readonly thread?: string;
}

/** A model call that asks by its price. */
export interface SpendAtDoor {
  readonly agent: string;
  readonly session: string;
  readonly thread?: string;
  readonly model: string | null;
  /** Null: nobody knows its price. */
  readonly costMicroUsd: number | null;
}

/** The action may run, or why it may not. */
export type Asked = { readonly kind: 'passed' } | Denied;

/** Whatever asks, as one. */
export interface Action {
  readonly about: QuestionAbout;
  readonly thread: string | undefined;
  readonly rule: ApprovalConfig;
  readonly layer: Layer;
  /** In words, for the person. */
  readonly what: string;
}
