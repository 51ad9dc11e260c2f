/**
 * The desk where doors ask about high-impact actions, and where people's answers arrive.
 *
 * A question is a hold of kind `approval` in the journal, raised before anybody waits; its answer counts when it is
 * recorded. What a person granted passes once, on any node and after a restart: the journal has grant and deed. What was
 * refused is not asked about again for as long as a question lasts, where that was heard.
 */
import { present } from '../../base/present.ts';
import type { ApprovalConfig } from '../../config/index.ts';
import type { GateRefusal } from '../../core/index.ts';
import {
  asksAt,
  ruleForCall,
  ruleForSpending,
  targetOf,
  type AskedCall,
} from '../../guardrails/index.ts';
import type { Action, Asked, CallAtDoor, SpendAtDoor } from './action.ts';
import { callWords, denialOf, modelWords, spendWords } from './denial.ts';
import type { DeskParts } from './desk-parts.ts';
import { waitedFor, type Patience } from './patience.ts';
import type { Question, QuestionAbout } from './question.ts';
import { Questions } from './questions.ts';

const PASSED: Asked = { kind: 'passed' };

/** Asks people about actions, and lets through what they grant. */
export class ApprovalDesk {
  readonly #parts: DeskParts;
  readonly #questions: Questions;
  readonly #closing = new AbortController();

  private constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#questions = new Questions(parts);
  }

  /** A desk that has taken up what was asked before a restart. */
  static async open(parts: DeskParts): Promise<ApprovalDesk> {
    const desk = new ApprovalDesk(parts);
    if (parts.rules().length > 0) await desk.#questions.takeUp();
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
    const question = this.#questions.find(about);
    if (question === undefined) return false;
    await this.#waited(question.answered, patience);
    return question.state !== 'asking';
  }

  /** Nobody waits any more. What is open stays open in the journal. */
  close(): void {
    this.#questions.close();
    this.#closing.abort();
  }

  async #mayPass(action: Action, { waitMs, gone }: Patience): Promise<Asked> {
    const { agent, session } = action.about;
    // Nobody is asked for an agent that may do nothing anyway.
    const refusal = await this.#parts.gate.standing(agent, session, action.thread);
    if (refusal !== null) return { ...denialOf(action, 'stopped', null), refusal };
    const until = performance.now() + waitMs;
    const patience = () => ({ waitMs: until - performance.now(), ...present({ gone }) });
    for (;;) {
      const question = await this.#questions.about(action);
      if (question === null) {
        if (this.#isOver(patience())) return denialOf(action, 'crowded', null);
        await this.#waited(this.#questions.anyOf(action.about), patience());
        continue;
      }
      await this.#waited(question.answered, patience());
      if (question.state !== 'granted') return denialOf(action, question.state, question.until);
      // Whoever came first may have used the yes: then this one asks anew.
      const passed = question.mayPass(action.layer) ? await this.#passed(action, question) : null;
      if (passed !== null) return passed;
    }
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

  #isOver({ waitMs, gone }: Patience): boolean {
    return waitMs <= 0 || gone?.aborted === true || this.#closing.signal.aborted;
  }

  #waited(work: Promise<void>, patience: Patience): Promise<void> {
    return waitedFor(work, patience, this.#closing.signal);
  }
}
