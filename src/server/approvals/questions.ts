/**
 * The questions as the journal has them: raised as holds before anybody waits, answered when the answer is recorded, by
 * whomever and on whichever node, and cleared away when they are over.
 *
 * After a restart, and where an agent comes over from another node, what was asked and granted before is taken up again.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { NO_LOG, type Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import { EVERY_TARGET } from '../../core/holds/holds.ts';
import type { AgentRecord } from '../../core/index.ts';
import type { GateEvent } from '../../gate/index.ts';
import { ruleOfTarget } from '../../guardrails/index.ts';
import type { Action } from './action.ts';
import type { DeskParts } from './desk-parts.ts';
import { heardOf } from './heard.ts';
import { QuestionBook } from './question-book.ts';
import { Question, type QuestionAbout } from './question.ts';
import { unusedYes } from './recorded-yes.ts';

const AGENTS_MAX = 10_000;
/** The gate keeps two open questions of a session apart; with a third, every tool would wait. */
const OPEN_MAX = 2;
const LAPSE_MS = 900_000;
const SECOND_MS = 1_000;
/** So much longer a question of another node is kept than that node keeps it. */
const ELSEWHERE_MS = 10_000;

/** Asks, and hears what became of it. */
export class Questions {
  readonly #parts: DeskParts;
  readonly #log: Log;
  readonly #book = new QuestionBook();
  /** Agents whose answers from before are known. */
  readonly #met = new BoundedMap<string, true>(AGENTS_MAX);
  readonly #forgets: readonly (() => void)[];

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#log = parts.log ?? NO_LOG;
    this.#forgets = [
      parts.gate.onEvent((event) => this.#heard(event)),
      parts.gate.onElsewhere((agent, record) => this.#doneElsewhere(agent, record)),
    ];
  }

  /** Takes up what was asked and granted before a restart. */
  async takeUp(): Promise<void> {
    await this.#adopt();
    await this.#recall();
  }

  find(about: QuestionAbout): Question | undefined {
    return this.#book.find(about);
  }

  /**
   * The question about an action: as it is known here, as it stands in the journal, or a new one; null while too many of
   * the session are open.
   */
  async about(action: Action): Promise<Question | null> {
    const { about, layer } = action;
    return (
      this.#book.current(about, layer, this.#now()) ??
      (await this.#standing(about)) ??
      (await this.#opened(action))
    );
  }

  /** Resolves when one of a session's open questions is answered. */
  anyOf({ agent, session }: QuestionAbout): Promise<void> {
    return Promise.race(this.#book.openOf(agent, session).map(({ answered }) => answered));
  }

  /** Hears nothing more. What is open stays open in the journal. */
  close(): void {
    for (const forget of this.#forgets) forget();
    this.#book.close();
  }

  /** Takes up the questions that stand in the journal. */
  async #adopt(): Promise<void> {
    for (const { id: agent, standing } of await this.#parts.gate.mayBeHeld()) {
      const { holds: own = [], sessions = [] } = standing ?? {};
      // An agent without named sessions is its one session.
      const places = sessions.length === 0 ? [{ id: MAIN, holds: own }] : sessions;
      for (const { id: session, holds } of places) {
        for (const { hold, target = '', since, refused } of holds) {
          const rule = ruleOfTarget(target);
          if (hold !== 'approval' || rule === null) continue;
          const about = { agent, session, target };
          if (refused === true)
            await this.#signal(about, 'lift', 'it was refused before a restart');
          else if (!this.#book.has(about)) this.#resume(about, rule, since);
        }
      }
    }
  }

  /** Takes up every yes that is in the journal and was not used. */
  async #recall(agent?: string): Promise<void> {
    const { store } = this.#parts;
    const lapses = this.#parts.rules().map(({ lapseSeconds }) => lapseSeconds * SECOND_MS);
    const since = this.#now() - Math.max(...lapses);
    for (const { about, at } of await unusedYes(store, since, agent)) {
      const rule = ruleOfTarget(about.target);
      if (rule === null || this.#book.has(about)) continue;
      const ms = this.#lapseOf(rule);
      const question = new Question(about, `rule ${rule}: granted before a restart`, {
        ms,
        until: at + ms,
      });
      question.answer('granted', at);
      this.#book.putAnswered(question);
    }
  }

  /** A new question, recorded; null while too many of the session are open. */
  async #opened({ about, rule, what }: Action): Promise<Question | null> {
    if (this.#book.openOf(about.agent, about.session).length >= OPEN_MAX) return null;
    const lapseMs = rule.lapseSeconds * SECOND_MS;
    const because = rule.why === undefined ? '' : ` (${rule.why})`;
    const why = `rule ${rule.name}${because}: ${what}`;
    const question = this.#keep(about, why, { ms: lapseMs, until: this.#now() + lapseMs });
    try {
      await this.#signal(about, 'raise', why);
    } catch (error) {
      this.#book.forget(question);
      throw error;
    }
    // Another node asked the same, and was answered while this one was recorded: nobody waits for it.
    if (question.state !== 'asking') await this.#clear(question, 'lapsed');
    return question;
  }

  /** A question that stands in the journal and that this desk did not hear of: it was asked before its agent came here. */
  async #standing(about: QuestionAbout): Promise<Question | null> {
    if (!this.#parts.isShared) return null;
    const { agent, session, target } = about;
    const asked = (await this.#parts.gate.holds(agent, session)).find(
      (one) => one.hold === 'approval' && one.target === target && one.refused !== true,
    );
    if (asked !== undefined) this.#askedElsewhere(about, asked.since);
    else if (!this.#met.has(agent)) await this.#recall(agent);
    this.#met.set(agent, true);
    return this.#book.find(about) ?? null;
  }

  #resume(about: QuestionAbout, ruleName: string, since: number): void {
    const ms = this.#lapseOf(ruleName);
    this.#keep(about, `rule ${ruleName}: asked before a restart`, { ms, until: since + ms });
  }

  #lapseOf(ruleName: string): number {
    const rule = this.#parts.rules().find(({ name }) => name === ruleName);
    return rule === undefined ? LAPSE_MS : rule.lapseSeconds * SECOND_MS;
  }

  #keep(
    about: QuestionAbout,
    why: string,
    lapse: { ms: number; until: number },
    isElsewhere = false,
  ): Question {
    const question = new Question(about, why, lapse, isElsewhere);
    this.#book.putOpen(question, this.#now(), () => this.#settle(question, 'lapsed'));
    return question;
  }

  /** What people recorded, wherever they did so, and what was asked on other nodes. */
  #heard(event: GateEvent): void {
    const heard = heardOf(event);
    if (heard === null) return;
    const { what, agent, session, target, at } = heard;
    if (what === 'asked') this.#askedElsewhere({ agent, session: session ?? MAIN, target }, at);
    if (what === 'asked') return;
    for (const question of this.#book.openOf(agent, session)) {
      if (question.about.target === target) {
        this.#settle(question, what === 'over' ? 'lapsed' : what);
      } else if (what === 'granted' && target === EVERY_TARGET) {
        // The hold that stood for too many was cleared, and may have taken the place of this one.
        this.#raiseAgain(question);
      }
    }
  }

  /** Its answer counts here, too: the agent may come back to any node. */
  #askedElsewhere(about: QuestionAbout, at: number): void {
    const rule = ruleOfTarget(about.target);
    const isKnown = this.#book.find(about)?.state === 'asking';
    if (rule === null || isKnown) return;
    const ms = this.#lapseOf(rule);
    // The node that asked says so when it lapses; this one only where that one is gone.
    const until = at + ms + ELSEWHERE_MS;
    this.#keep(about, `rule ${rule}: asked on another node`, { ms, until }, true);
  }

  /** Another node let something through by a yes. */
  #doneElsewhere(agent: string, record: AgentRecord): void {
    if (record.type !== 'admit' || record.target === undefined) return;
    const about = { agent, session: record.session ?? MAIN, target: record.target };
    this.#book.find(about)?.useUp();
  }

  #settle(question: Question, state: 'granted' | 'refused' | 'lapsed'): void {
    this.#book.endTimer(question);
    const isAnswered = question.answer(state, this.#now());
    // The node that asked clears it away; one that is gone never says that it lapsed.
    const isCleared =
      question.isElsewhere && (state === 'refused' || this.#now() < question.lapsedAt);
    if (!isAnswered || state === 'granted' || isCleared) return;
    this.#clear(question, state).catch((error: unknown) => {
      this.#log.warn('gate', 'recording that an approval was refused', error, {
        agent: question.about.agent,
      });
    });
  }

  /** A lapse is a refusal in the journal; then the hold is cleared away, because the desk remembers the answer. */
  async #clear({ about }: Question, state: 'refused' | 'lapsed'): Promise<void> {
    if (state === 'lapsed') await this.#signal(about, 'lift', 'nobody answered in time');
    await this.#signal(about, 'lift', 'the question is over');
  }

  #raiseAgain({ about, why }: Question): void {
    this.#signal(about, 'raise', why).catch((error: unknown) => {
      this.#log.warn('gate', 'asking for an approval again', error, { agent: about.agent });
    });
  }

  #signal(about: QuestionAbout, change: 'raise' | 'lift', details: string): Promise<void> {
    const { gate } = this.#parts;
    return gate.signal({ ...about, source: 'policy', hold: 'approval', change, details });
  }

  #now(): number {
    return this.#parts.gate.clock.now();
  }
}
