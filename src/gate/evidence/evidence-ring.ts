/**
 * The last steps of one agent, in memory, so that a stop can show what led to it.
 *
 * Secrets are taken out of a text when it comes in, not when the evidence is written: what is not in memory
 * cannot get out of it. Names are short and looked at when they are written. Everything has a bound, because texts may be of any size and a stop is no
 * moment to run out of memory.
 */
import { hash } from 'node:crypto';
import { present } from '../../base/present.ts';
import { canonicalJson } from '../../core/index.ts';
import { clipEvidence, EVIDENCE_CHARACTERS_MAX } from './evidence-text.ts';

/** Steps that are remembered. */
export const EVIDENCE_STEPS_MAX = 50;
/** Of a reason, a session's name and the like; UTF-16 units. */
const LABEL_CHARACTERS_MAX = 1_000;

/** One thing that was said or done. */
export interface EvidenceStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string | null;
  readonly thread: string | null;
  /** What the text is: a prompt, a response, a tool call, a result. */
  readonly kind: string;
  readonly text: string;
  /** Hashes of the journal by which the text finds its step; absent for what is no step. */
  readonly mark?: string;
}

/** What is stored, and the hash that the chain commits to. */
export interface EvidenceBundle {
  /** Canonical JSON: `{ reason, steps, v }`. */
  readonly body: string;
  /** SHA-256 of the body, 64 hex digits. */
  readonly hash: string;
}

/** Remembers the last steps of one agent. */
export class EvidenceRing {
  readonly #steps: EvidenceStep[] = [];
  readonly #known: () => readonly string[];

  /** `known` are secrets that are to be found by their very letters. */
  constructor(known: () => readonly string[] = () => []) {
    this.#known = known;
  }

  /** Remembers a step, without its secrets; the oldest goes when there are too many. */
  take(step: EvidenceStep): void {
    this.#steps.push({ ...step, text: this.#clipped(step.text) });
    if (this.#steps.length > EVIDENCE_STEPS_MAX) this.#steps.shift();
  }

  /** What is remembered, oldest first, without secrets. */
  steps(): readonly EvidenceStep[] {
    return [...this.#steps];
  }

  /** All that is remembered, oldest first, ready to be stored. The ring keeps it. */
  bundle(reason: string): EvidenceBundle {
    const steps = this.#steps.map(({ at, session, thread, kind, text, mark }) => ({
      at,
      kind: this.#label(kind),
      ...present({ mark }),
      session: session === null ? null : this.#label(session),
      text,
      thread: thread === null ? null : this.#label(thread),
    }));
    const body = canonicalJson({ reason: this.#label(reason), steps, v: 1 });
    return { body, hash: hash('sha256', body, 'hex') };
  }

  #clipped(text: string): string {
    return clipEvidence(text, EVIDENCE_CHARACTERS_MAX, this.#known());
  }

  #label(text: string): string {
    return clipEvidence(text, LABEL_CHARACTERS_MAX, this.#known());
  }
}
