/**
 * Puts the tool calls of one choice together from their deltas and tells when each is whole.
 *
 * The format has no event for the end of a call: clients run a tool once its arguments parse, or at the latest
 * when the choice is finished. A call that goes on after it was whole is told again, so that nobody decides on
 * half of it.
 */
import { fieldsOf, isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import { ArgumentScan } from '../codec-argument-scan.ts';
import type { TextBudget } from '../codec-text-budget.ts';

/** How a call is written: with tools, with free text instead of JSON, or in the form before there were tools. */
type Form = 'function' | 'custom' | 'legacy';

interface Call {
  readonly form: Form;
  readonly id: string | null;
  readonly index: unknown;
  name: string | null;
  pieces: string;
  readonly scan: ArgumentScan;
  isTold: boolean;
}

/** The calls of one choice. */
export class ChatCalls {
  readonly #budget: TextBudget;
  readonly #calls: Call[] = [];
  #isFinished = false;

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  /** Takes a delta; gives the messages with the calls that it completes. */
  take(delta: JsonObject): readonly JsonObject[] {
    const completed: JsonObject[] = [];
    for (const part of listOf(delta['tool_calls'])) {
      const call = fieldsOf(part);
      const isCustom = isObject(call['custom']);
      const made = fieldsOf(isCustom ? call['custom'] : call['function']);
      const found = this.#callOf(isCustom ? 'custom' : 'function', call, made);
      completed.push(...this.#add(found, made));
    }
    const legacy = delta['function_call'];
    if (isObject(legacy)) completed.push(...this.#add(this.#callOf('legacy', {}, legacy), legacy));
    return completed;
  }

  /** The choice is finished, and so is every call in it. */
  finish(): readonly JsonObject[] {
    this.#isFinished = true;
    return this.#calls.flatMap((call) => (call.isTold ? [] : told(call)));
  }

  /** The fields of a message with all calls so far. */
  message(): JsonObject {
    const tools = this.#calls.flatMap((call) => listOf(messageWith(call)['tool_calls']));
    const legacy = this.#calls.find(({ form }) => form === 'legacy');
    return { tool_calls: tools, ...(legacy === undefined ? {} : messageWith(legacy)) };
  }

  /**
   * The call that a delta belongs to.
   *
   * Not every provider counts: some give each call the same index, some give none, some send a new id with
   * every delta. A call begins where an id or a place is new; the same place with another id and a name begins
   * one too, unless the call before it is in the middle of its arguments.
   */
  #callOf(form: Form, delta: JsonObject, made: JsonObject): Call {
    const id = textOrNull(delta['id']);
    const name = textOrNull(made['name']);
    const index = typeof delta['index'] === 'number' ? delta['index'] : null;
    const known = this.#calls.findLast((call) => {
      if (call.form !== form) return false;
      if (index !== null) return call.index === index;
      return id === null || call.id === id;
    });
    const isOther = known !== undefined && this.#isOther(known, id, name, index);
    if (known !== undefined && !isOther) return known;
    const call = { form, id, index, name, pieces: '', scan: new ArgumentScan(), isTold: false };
    this.#calls.push(call);
    return call;
  }

  #isOther(known: Call, id: string | null, name: string | null, index: number | null): boolean {
    if (name === null || known.form === 'legacy' || known.scan.isOpen) return false;
    if (id !== null) return known.id !== id;
    return index === null;
  }

  #add(call: Call, made: JsonObject): readonly JsonObject[] {
    call.name ??= textOrNull(made['name']);
    const given = made['arguments'] ?? made['input'];
    const piece = isObject(given) ? JSON.stringify(given) : (textOrNull(given) ?? '');
    call.pieces += this.#budget.take(piece);
    if (call.scan.push(piece)) call.isTold = false;
    if (call.isTold) return [];
    const isWhole = call.form !== 'custom' && call.scan.isWhole;
    return isWhole || this.#isFinished ? told(call) : [];
  }
}

function told(call: Call): readonly JsonObject[] {
  call.isTold = true;
  return [messageWith(call)];
}

function messageWith({ form, id, name, pieces }: Call): JsonObject {
  const made = { name, arguments: pieces };
  if (form === 'legacy') return { function_call: made };
  if (form === 'function') return { tool_calls: [{ id, type: form, function: made }] };
  return { tool_calls: [{ id, type: form, custom: { name, input: pieces } }] };
}
