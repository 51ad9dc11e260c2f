/** The questions that a desk knows, by what they are about; each is told when it lapses. */
import { BoundedMap } from '../../base/bounded-map.ts';
import { TIMER_MS_MAX } from '../../base/time-limits.ts';
import type { Layer, Question, QuestionAbout } from './question.ts';

const QUESTIONS_MAX = 10_000;

/** A bounded number of questions, each with its timer while it is open. */
export class QuestionBook {
  readonly #questions = new BoundedMap<string, Question>(QUESTIONS_MAX);
  readonly #timers = new Map<Question, NodeJS.Timeout>();

  find(about: QuestionAbout): Question | undefined {
    return this.#questions.get(keyOf(about));
  }

  has(about: QuestionAbout): boolean {
    return this.#questions.has(keyOf(about));
  }

  /** The question about an action, if its answer counts, or will. */
  current(about: QuestionAbout, layer: Layer, now: number): Question | null {
    const question = this.find(about);
    if (question === undefined) return null;
    if (question.isCurrent(layer, now)) return question;
    this.#questions.delete(keyOf(about));
    return null;
  }

  /** Keeps one whose answer is known already. */
  putAnswered(question: Question): void {
    this.#questions.put(keyOf(question.about), question);
  }

  /** Keeps an open one, and calls back when nobody answered it in time. */
  putOpen(question: Question, now: number, lapsed: () => void): void {
    const dropped = this.#questions.put(keyOf(question.about), question);
    if (dropped !== undefined) this.forget(dropped);
    const inMs = Math.min(TIMER_MS_MAX, Math.max(question.lapsedAt - now, 0));
    this.#timers.set(question, setTimeout(lapsed, inMs).unref());
  }

  /** It was answered: it does not lapse any more. */
  endTimer(question: Question): void {
    clearTimeout(this.#timers.get(question));
    this.#timers.delete(question);
  }

  forget(question: Question): void {
    this.endTimer(question);
    this.#questions.delete(keyOf(question.about));
  }

  /** Those that are open, of an agent, or of one of its sessions. */
  openOf(agent: string, session: string | null): readonly Question[] {
    return [...this.#questions.values()].filter(
      ({ about, state }) =>
        state === 'asking' &&
        about.agent === agent &&
        (session === null || about.session === session),
    );
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

function keyOf({ agent, session, target }: QuestionAbout): string {
  return JSON.stringify([agent, session, target]);
}
