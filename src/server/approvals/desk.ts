/**
 * The desk where doors ask about high-impact actions, and where people's answers arrive.
 *
 * A question is a hold of kind `approval` in the journal, raised before anybody waits; its answer counts when it is
 * recorded. What a person granted passes once, on any node and after a restart: the journal has grant and deed. What was
 * refused is not asked about again for as long as a question lasts, where that was heard.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { NO_LOG, type Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import { EVERY_TARGET } from '../../core/holds/holds.ts';
import type { AgentRecord, GateRefusal } from '../../core/index.ts';
import type { GateEvent } from '../../gate/index.ts';
import {
  asksAt,
  ruleForCall,
  ruleForSpending,
  ruleOfTarget,
  targetOf,
  type AskedCall,
} from '../../guardrails/index.ts';
import type { Action, Asked, CallAtDoor, SpendAtDoor } from './action.ts';
import { callWords, denialOf, modelWords, spendWords } from './denial.ts';
import type { DeskParts } from './desk-parts.ts';
import { heardOf } from './heard.ts';
import { waitedFor, type Patience } from './patience.ts';
import { Question, type QuestionAbout } from './question.ts';
import { unusedYes } from './recorded-yes.ts';

const PASSED: Asked = { kind: 'passed' };
const QUESTIONS_MAX = 10_000;
/** The gate keeps two open questions of a session apart; with a third, every tool would wait. */
const OPEN_MAX = 2;
const LAPSE_MS = 900_000;
const SECOND_MS = 1_000;
/** So much longer a question of another node is kept than that node keeps it. */
const ELSEWHERE_MS = 10_000;

/** Asks people about actions, and lets through what they grant. */
export class ApprovalDesk {
  readonly #parts: DeskParts;
  readonly #log: Log;
  readonly #questions = new BoundedMap<string, Question>(QUESTIONS_MAX);
  /** Agents whose answers from before are known. */
  readonly #met = new BoundedMap<string, true>(QUESTIONS_MAX);
  readonly #timers = new Map<Question, NodeJS.Timeout>();
  readonly #closing = new AbortController();
  readonly #forgets: readonly (() => void)[];

  private constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#log = parts.log ?? NO_LOG;
    this.#forgets = [
      parts.gate.onEvent((event) => this.#heard(event)),
      parts.gate.onElsewhere((agent, record) => this.#doneElsewhere(agent, record)),
    ];
  }

  /** A desk that has taken up what was asked before a restart. */
  static async open(parts: DeskParts): Promise<ApprovalDesk> {
    const desk = new ApprovalDesk(parts);
    if (parts.rules().length > 0) {
      await desk.#adopt();
      await desk.#recall();
    }
    return desk;
  }

  /** Whether any rule asks about tool calls at this door, whatever they look like. */
  asksAt(door: AskedCall['door'], agent: string): boolean {
    return asksAt(this.#acting(agent), { door, agent });
  }

  /** Lets a tool call pass, or asks about it and waits. */
  async mayRun(call: CallAtDoor, patience: Patience): Promise<Asked> {
    const { agent, session, thread, door, tool, args } = call;
    const what = () => callWords(call, (text) => this.#parts.gate.withoutSecrets(text));
    const rule = ruleForCall(this.#acting(agent), call);
    if (rule === null) {
      const silent = ruleForCall(this.#parts.rules(), call);
      return silent === null ? PASSED : this.#wouldAsk(call, silent, what());
    }
    return this.#mayPass(
      {
        about: { agent, session, target: targetOf(rule.name, tool, args) },
        thread,
        rule,
        layer: door === 'wire' ? 'wire' : 'tool',
        what: what(),
      },
      patience,
    );
  }

  /** Lets a model call pass, or asks about its price and waits. */
  async maySpend(call: SpendAtDoor, patience: Patience): Promise<Asked> {
    const { agent, session, thread, model } = call;
    const what = spendWords(call);
    const rule = ruleForSpending(this.#acting(agent), call);
    if (rule === null) {
      const silent = ruleForSpending(this.#parts.rules(), call);
      return silent === null ? PASSED : this.#wouldAsk(call, silent, what);
    }
    return this.#mayPass(
      {
        about: { agent, session, target: targetOf(rule.name, 'model-call', modelWords(model)) },
        thread,
        rule,
        layer: 'tool',
        what,
      },
      patience,
    );
  }

  /** The rules that ask about an agent; the others only report. */
  #acting(agent: string): readonly ApprovalConfig[] {
    if (this.#parts.isShadow(agent)) return [];
    return this.#parts.rules().filter(({ shadow }) => shadow !== true);
  }

  /** A rule in shadow: nobody is asked, and that somebody would have been is recorded. */
  async #wouldAsk(
    { agent, session, thread }: Pick<CallAtDoor, 'agent' | 'session' | 'thread'>,
    { name }: ApprovalConfig,
    what: string,
  ): Promise<Asked> {
    const would = { rule: 'approval', act: 'ask', name } as const;
    const place = { agent, session, ...present({ thread }) };
    const why = `rule ${name}: ${what}`;
    await this.#parts.gate.would({ ...place, source: 'policy', would, why });
    return PASSED;
  }

  /** Waits until a question is answered, with yes or no; false when nobody did so meanwhile. */
  async isAnswered(about: QuestionAbout, patience: Patience): Promise<boolean> {
    const question = this.#questions.get(keyOf(about));
    if (question === undefined) return false;
    await this.#waited(question.answered, patience);
    return question.state !== 'asking';
  }

  /** Takes up the questions that stand in the journal. */
  async #adopt(): Promise<void> {
    for (const { standing } of await this.#parts.gate.mayBeHeld()) {
      if (standing === null) continue;
      const { id: agent, holds: own, sessions } = standing;
      // An agent without named sessions is its one session.
      const places = sessions.length === 0 ? [{ id: MAIN, holds: own }] : sessions;
      for (const { id: session, holds } of places) {
        for (const { hold, target = '', since, refused } of holds) {
          const rule = ruleOfTarget(target);
          if (hold !== 'approval' || rule === null) continue;
          const about = { agent, session, target };
          if (refused === true)
            await this.#signal(about, 'lift', 'it was refused before a restart');
          else if (!this.#questions.has(keyOf(about))) this.#resume(about, rule, since);
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
      if (rule === null || this.#questions.has(keyOf(about))) continue;
      const ms = this.#lapseOf(rule);
      const question = new Question(about, `rule ${rule}: granted before a restart`, {
        ms,
        until: at + ms,
      });
      question.answer('granted', at);
      this.#questions.put(keyOf(about), question);
    }
  }

  /** Nobody waits any more. What is open stays open in the journal. */
  close(): void {
    for (const forget of this.#forgets) forget();
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #mayPass(action: Action, { waitMs, gone }: Patience): Promise<Asked> {
    const { agent, session } = action.about;
    // Nobody is asked for an agent that may do nothing anyway.
    const refusal = await this.#parts.gate.standing(agent, session, action.thread);
    if (refusal !== null) return { ...denialOf(action, 'stopped', null), refusal };
    const until = performance.now() + waitMs;
    const patience = () => ({ waitMs: until - performance.now(), ...present({ gone }) });
    for (;;) {
      const question =
        this.#current(action) ??
        (await this.#standing(action.about)) ??
        (await this.#opened(action));
      if (question === null) {
        if (this.#isOver(patience())) return denialOf(action, 'crowded', null);
        await this.#waited(this.#anyOf(action.about), patience());
        continue;
      }
      await this.#waited(question.answered, patience());
      if (question.state !== 'granted') return denialOf(action, question.state, question.until);
      // Whoever came first may have used the yes: then this one asks anew.
      const passed = question.mayPass(action.layer) ? await this.#passed(action, question) : null;
      if (passed !== null) return passed;
    }
  }

  /** The question about an action, if its answer counts, or will. */
  #current({ about, layer }: Action): Question | null {
    const question = this.#questions.get(keyOf(about));
    if (question === undefined) return null;
    if (question.isCurrent(layer, this.#now())) return question;
    this.#questions.delete(keyOf(about));
    return null;
  }

  /** A new question, recorded; null while too many of the session are open. */
  async #opened({ about, rule, what }: Action): Promise<Question | null> {
    if (this.#openOf(about).length >= OPEN_MAX) return null;
    const lapseMs = rule.lapseSeconds * SECOND_MS;
    const because = rule.why === undefined ? '' : ` (${rule.why})`;
    const why = `rule ${rule.name}${because}: ${what}`;
    const question = this.#keep(about, why, { ms: lapseMs, until: this.#now() + lapseMs });
    try {
      await this.#signal(about, 'raise', why);
    } catch (error) {
      this.#forget(question);
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
    return this.#questions.get(keyOf(about)) ?? null;
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
    const dropped = this.#questions.put(keyOf(about), question);
    if (dropped !== undefined) this.#forget(dropped);
    const inMs = Math.max(lapse.until - this.#now(), 0);
    const timer = setTimeout(() => this.#settle(question, 'lapsed'), inMs).unref();
    this.#timers.set(question, timer);
    return question;
  }

  /** Uses a yes: the deed is recorded before it is done. */
  async #passed(
    { about, thread, layer, rule, what }: Action,
    question: Question,
  ): Promise<Asked | null> {
    const takeBack = question.use(layer);
    let refusal: GateRefusal | 'used' | null;
    try {
      const action = { ...about, ...present({ thread }) };
      refusal = await this.#parts.gate.act(action, () => !question.isUsedUp);
    } catch (error) {
      takeBack();
      throw error;
    }
    if (refusal === null) return PASSED;
    // Another node was faster with it: this one asks anew.
    if (refusal === 'used') return null;
    takeBack();
    return { ...denialOf({ about, rule, what }, 'stopped', null), refusal };
  }

  /** What people recorded, wherever they did so, and what was asked on other nodes. */
  #heard(event: GateEvent): void {
    const heard = heardOf(event);
    if (heard === null) return;
    const { what, agent, session, target, at } = heard;
    if (what === 'asked') this.#askedElsewhere({ agent, session: session ?? MAIN, target }, at);
    if (what === 'asked') return;
    for (const question of this.#questions.values()) {
      const { about, state } = question;
      const isHere = about.agent === agent && (session === null || about.session === session);
      if (!isHere || state !== 'asking') continue;
      if (about.target === target) this.#settle(question, what === 'over' ? 'lapsed' : what);
      // The hold that stood for too many was cleared, and may have taken the place of this one.
      else if (what === 'granted' && target === EVERY_TARGET) this.#raiseAgain(question);
    }
  }

  /** Its answer counts here, too: the agent may come back to any node. */
  #askedElsewhere(about: QuestionAbout, at: number): void {
    const rule = ruleOfTarget(about.target);
    const isKnown = this.#questions.get(keyOf(about))?.state === 'asking';
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
    this.#questions.get(keyOf(about))?.useUp();
  }

  #settle(question: Question, state: 'granted' | 'refused' | 'lapsed'): void {
    clearTimeout(this.#timers.get(question));
    this.#timers.delete(question);
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

  #forget(question: Question): void {
    clearTimeout(this.#timers.get(question));
    this.#timers.delete(question);
    this.#questions.delete(keyOf(question.about));
  }

  #openOf({ agent, session }: QuestionAbout): readonly Question[] {
    return [...this.#questions.values()].filter(
      ({ about, state }) =>
        state === 'asking' && about.agent === agent && about.session === session,
    );
  }

  #anyOf(about: QuestionAbout): Promise<void> {
    return Promise.race(this.#openOf(about).map(({ answered }) => answered));
  }

  #isOver({ waitMs, gone }: Patience): boolean {
    return waitMs <= 0 || gone?.aborted === true || this.#closing.signal.aborted;
  }

  #waited(work: Promise<void>, patience: Patience): Promise<void> {
    return waitedFor(work, patience, this.#closing.signal);
  }

  #signal(about: QuestionAbout, change: 'raise' | 'lift', details: string): Promise<void> {
    const { gate } = this.#parts;
    return gate.signal({ ...about, source: 'policy', hold: 'approval', change, details });
  }

  #now(): number {
    return this.#parts.gate.clock.now();
  }
}

function keyOf({ agent, session, target }: QuestionAbout): string {
  return JSON.stringify([agent, session, target]);
}
