/**
 * The desk where doors ask about high-impact actions, and where people's answers arrive.
 *
 * A question is a hold of kind `approval` in the journal, raised before anybody waits; its answer counts when it is
 * recorded. What a person granted passes once, also after a restart: the journal has the grant and what was done with it.
 * What was refused is not asked about again for as long as a question lasts; that is remembered in this process alone.
 */
import { BoundedMap } from '../../base/bounded-map.ts';
import { NO_LOG, type Log } from '../../base/log.ts';
import { MAIN } from '../../base/main-name.ts';
import { withDeadline } from '../../base/node/deadline.ts';
import { present } from '../../base/present.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import { EVERY_TARGET } from '../../core/holds/holds.ts';
import type { GateRefusal } from '../../core/index.ts';
import type { Gate, GateEvent } from '../../gate/index.ts';
import {
  asksAt,
  ruleForCall,
  ruleForSpending,
  ruleOfTarget,
  targetOf,
  type AskedCall,
} from '../../guardrails/index.ts';
import { callWords, denialOf, type Denied } from './denial.ts';
import { Question, type Layer, type QuestionAbout } from './question.ts';
import { unusedYes, type YesStore } from './recorded-yes.ts';

/** What a desk is made of. */
export interface DeskParts {
  readonly gate: Pick<
    Gate,
    'standing' | 'signal' | 'act' | 'onEvent' | 'agents' | 'clock' | 'would' | 'withoutSecrets'
  >;
  /** Where grants are read that were not used before a restart. */
  readonly store: YesStore;
  /** As they are in force now. */
  readonly rules: () => readonly ApprovalConfig[];
  /** Whether all rules of an agent only report. */
  readonly isShadow: (agent: string) => boolean;
  readonly log?: Log;
}

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

/** How long somebody waits for an answer. */
export interface Patience {
  readonly waitMs: number;
  /** Aborted when nobody waits any more. */
  readonly gone?: AbortSignal;
}

/** The action may run, or why it may not. */
export type Asked = { readonly kind: 'passed' } | Denied;

/** Whatever asks, as one. */
interface Action {
  readonly about: QuestionAbout;
  readonly thread: string | undefined;
  readonly rule: ApprovalConfig;
  readonly layer: Layer;
  /** In words, for the person. */
  readonly what: string;
}

const PASSED: Asked = { kind: 'passed' };
const QUESTIONS_MAX = 10_000;
/** The gate keeps two open questions of a session apart; with a third, every tool would wait. */
const OPEN_MAX = 2;
const LAPSE_MS = 900_000;
const SECOND_MS = 1_000;

/** Asks people about actions, and lets through what they grant. */
export class ApprovalDesk {
  readonly #parts: DeskParts;
  readonly #log: Log;
  readonly #questions = new BoundedMap<string, Question>(QUESTIONS_MAX);
  readonly #timers = new Map<Question, NodeJS.Timeout>();
  readonly #closing = new AbortController();
  readonly #stopListening: () => void;

  private constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#log = parts.log ?? NO_LOG;
    this.#stopListening = parts.gate.onEvent((event) => this.#heard(event));
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
    const { agent, session, thread, costMicroUsd } = call;
    const model = call.model ?? 'an unnamed model';
    const cost =
      costMicroUsd === null ? 'an unknown price' : `about $${(costMicroUsd / 1e6).toFixed(2)}`;
    const what = `a call of ${model} for ${cost}`;
    const rule = ruleForSpending(this.#acting(agent), call);
    if (rule === null) {
      const silent = ruleForSpending(this.#parts.rules(), call);
      return silent === null ? PASSED : this.#wouldAsk(call, silent, what);
    }
    return this.#mayPass(
      {
        about: { agent, session, target: targetOf(rule.name, 'model-call', model) },
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
    for (const { id: agent, holds: own, sessions } of await this.#parts.gate.agents()) {
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
  async #recall(): Promise<void> {
    const { store } = this.#parts;
    const lapses = this.#parts.rules().map(({ lapseSeconds }) => lapseSeconds * SECOND_MS);
    for (const { about, at } of await unusedYes(store, this.#now() - Math.max(...lapses))) {
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
    this.#stopListening();
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
      const question = this.#current(action) ?? (await this.#opened(action));
      if (question === null) {
        if (this.#isOver(patience())) return denialOf(action, 'crowded', null);
        await this.#waited(this.#anyOf(action.about), patience());
        continue;
      }
      await this.#waited(question.answered, patience());
      if (question.state !== 'granted') return denialOf(action, question.state, question.until);
      // Whoever came first may have used the yes: then this one asks anew.
      if (question.mayPass(action.layer)) return this.#passed(action, question);
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
    return question;
  }

  #resume(about: QuestionAbout, ruleName: string, since: number): void {
    const ms = this.#lapseOf(ruleName);
    this.#keep(about, `rule ${ruleName}: asked before a restart`, { ms, until: since + ms });
  }

  #lapseOf(ruleName: string): number {
    const rule = this.#parts.rules().find(({ name }) => name === ruleName);
    return rule === undefined ? LAPSE_MS : rule.lapseSeconds * SECOND_MS;
  }

  #keep(about: QuestionAbout, why: string, lapse: { ms: number; until: number }): Question {
    const question = new Question(about, why, lapse);
    const dropped = this.#questions.put(keyOf(about), question);
    if (dropped !== undefined) this.#forget(dropped);
    const inMs = Math.max(lapse.until - this.#now(), 0);
    const timer = setTimeout(() => this.#settle(question, 'lapsed'), inMs).unref();
    this.#timers.set(question, timer);
    return question;
  }

  /** Uses a yes: the deed is recorded before it is done. */
  async #passed({ about, thread, layer, rule, what }: Action, question: Question): Promise<Asked> {
    const takeBack = question.use(layer);
    let refusal: GateRefusal | null;
    try {
      refusal = await this.#parts.gate.act({ ...about, ...present({ thread }) });
    } catch (error) {
      takeBack();
      throw error;
    }
    if (refusal === null) return PASSED;
    takeBack();
    return { ...denialOf({ about, rule, what }, 'stopped', null), refusal };
  }

  /** What people recorded, wherever they did so. */
  #heard({ agent, session, eventType, details }: GateEvent): void {
    const { target, action, hold, record } = details;
    const isGrant = eventType === 'release' && hold === 'approval' && record === 'operator';
    const isRefusal = eventType === 'operator' && action === 'refuse';
    if (!isGrant && !isRefusal) return;
    for (const question of this.#questions.values()) {
      const { about, state } = question;
      const isHere = about.agent === agent && (session === null || about.session === session);
      if (!isHere || state !== 'asking') continue;
      if (about.target === target) this.#settle(question, isGrant ? 'granted' : 'refused');
      // The hold that stood for too many was cleared, and may have taken the place of this one.
      else if (isGrant && target === EVERY_TARGET) this.#raiseAgain(question);
    }
  }

  #settle(question: Question, state: 'granted' | 'refused' | 'lapsed'): void {
    clearTimeout(this.#timers.get(question));
    this.#timers.delete(question);
    if (!question.answer(state, this.#now()) || state === 'granted') return;
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

  /** Waits for something as long as somebody is patient. */
  async #waited(work: Promise<void>, { waitMs, gone }: Patience): Promise<void> {
    const enders = [this.#closing.signal, ...(gone === undefined ? [] : [gone])];
    const ended = Promise.withResolvers<void>();
    const end = () => ended.resolve();
    for (const signal of enders) signal.addEventListener('abort', end);
    if (enders.some(({ aborted }) => aborted)) end();
    try {
      await withDeadline(Promise.race([work, ended.promise]), Math.max(waitMs, 0), () => undefined);
    } finally {
      for (const signal of enders) signal.removeEventListener('abort', end);
    }
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
