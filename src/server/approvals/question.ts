/**
 * One question to a person: what was asked, what became of it, and how often the yes was used.
 *
 * A yes is good for one action. An action of a coding agent is seen twice where both its model's answers and its tools
 * pass Tripwire: on the wire, and then at the tool. So the yes lets it pass once at each, in this order, and is used up
 * at the tool.
 */

/** Where an action is let through. */
export type Layer = 'wire' | 'tool';

/** What became of it. */
export type QuestionState = 'asking' | 'granted' | 'refused' | 'lapsed';

const LAPSED_MS = 10_000;

/** What a question is about. */
export interface QuestionAbout {
  readonly agent: string;
  readonly session: string;
  readonly target: string;
}

/** A question, from being asked to being forgotten. */
export class Question {
  readonly about: QuestionAbout;
  /** What the person reads. */
  readonly why: string;
  readonly lapseMs: number;
  /** When nobody answers it any more. */
  readonly lapsedAt: number;
  /** Another node asked it. */
  readonly isElsewhere: boolean;
  readonly #answered = Promise.withResolvers<void>();
  #state: QuestionState = 'asking';
  #until: number;
  #passed: Layer | null = null;
  #isUsedUp = false;

  constructor(
    about: QuestionAbout,
    why: string,
    lapse: { readonly ms: number; until: number },
    isElsewhere = false,
  ) {
    this.isElsewhere = isElsewhere;
    this.lapsedAt = lapse.until;
    this.about = about;
    this.why = why;
    this.lapseMs = lapse.ms;
    this.#until = lapse.until;
  }

  get state(): QuestionState {
    return this.#state;
  }

  /** When it lapses, or until when its answer counts. */
  get until(): number {
    return this.#until;
  }

  /** Resolves when somebody answered, or nobody did in time. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  /** The first answer counts. */
  answer(state: Exclude<QuestionState, 'asking'>, now: number): boolean {
    if (this.#state !== 'asking') return false;
    this.#state = state;
    // A lapse is no answer of anybody: a later try may ask again, but not whoever is still asking this one.
    this.#until = now + (state === 'lapsed' ? LAPSED_MS : this.lapseMs);
    this.#answered.resolve();
    return true;
  }

  /** Whether it is open, or its answer says something about this passage. */
  isCurrent(layer: Layer, now: number): boolean {
    if (this.#state === 'asking') return true;
    return now < this.#until && (this.#state !== 'granted' || this.mayPass(layer));
  }

  /** Whether the yes lets the action pass here. */
  mayPass(layer: Layer): boolean {
    if (this.#state !== 'granted' || this.#isUsedUp) return false;
    return layer === 'tool' ? this.#passed !== 'tool' : this.#passed === null;
  }

  /** The yes was used on another node, which does not tell where: it lets nothing more through. */
  useUp(): void {
    this.#isUsedUp = this.#state === 'granted';
  }

  get isUsedUp(): boolean {
    return this.#isUsedUp;
  }

  /** Uses the yes; gives back how to take that back, should the action not run after all. */
  use(layer: Layer): () => void {
    const before = this.#passed;
    this.#passed = layer;
    return () => {
      this.#passed = before;
    };
  }
}
