/**
 * The items of an OpenAI response while they stream: what is said in each, and which calls were told.
 *
 * An item is named by an id, by its place, and a call by the call's id. Compatible servers keep only some of the
 * three steady from one event to the next, so an item is found by any of them. What is not needed is not kept: an
 * item may carry a whole picture.
 */
import { fieldsOf, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { TextBudget } from '../codec-text-budget.ts';
import { madeToolCalls, type MadeToolCall } from '../made-tool-calls.ts';
import { thoughtCharactersOf } from './answer.ts';
import { functionCallItem, responsesCall } from './call.ts';

/** What is kept of an item. */
export interface OpenItem {
  readonly type: string;
  readonly id: string | null;
  callId: string | null;
  /** Null for an item that is no call. */
  tool: string | null;
  args: string;
  /** All of it was shown, or nothing more should come. */
  isWhole: boolean;
  isClients: boolean;
  /** The gate was asked. */
  isTold: boolean;
  /** What it says, by the place of the part. */
  readonly texts: Map<unknown, string>;
  thoughtCharacters: number;
}

/** Items and parts of one response that are kept. Calls beyond are told all the same. */
const ITEMS_MAX = 1_024;

/** The items of one stream. */
export class ResponsesItems {
  readonly #budget: TextBudget;
  readonly #items: OpenItem[] = [];
  readonly #byId = new Map<string, OpenItem>();
  readonly #byPlace = new Map<number, OpenItem>();
  #texts = 0;

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  /** An item begins. */
  open(place: unknown, fields: JsonObject): OpenItem {
    const id = this.#kept(textOrNull(fields['id']));
    const item: OpenItem = {
      type: this.#kept(textOrNull(fields['type'])) ?? '',
      id,
      callId: null,
      tool: null,
      args: '',
      isWhole: false,
      isClients: false,
      isTold: false,
      texts: new Map(),
      thoughtCharacters: 0,
    };
    if (this.#items.length < ITEMS_MAX) {
      this.#items.push(item);
      if (id !== null) this.#byId.set(id, item);
      if (typeof place === 'number') this.#byPlace.set(place, item);
    }
    this.#update(item, fields);
    return item;
  }

  /** An item is shown as a whole: the one that began, or one that nobody announced. */
  whole(place: unknown, fields: JsonObject): OpenItem {
    const callId = textOrNull(fields['call_id']);
    const known = [
      this.#byId.get(textOrNull(fields['id']) ?? ''),
      callId === null ? undefined : this.#items.findLast((item) => item.callId === callId),
      typeof place === 'number' ? this.#byPlace.get(place) : undefined,
    ].find((item) => item !== undefined && isSame(item, fields));
    if (known === undefined) return this.open(place, fields);
    this.#update(known, fields);
    return known;
  }

  /** The item that an event is about, or the latest if it does not say; undefined for one that never began. */
  of(event: JsonObject): OpenItem | undefined {
    const place = event['output_index'];
    const id = textOrNull(event['item_id']);
    if (typeof place !== 'number' && id === null) return this.#items.at(-1);
    return (
      this.#byId.get(id ?? '') ?? (typeof place === 'number' ? this.#byPlace.get(place) : undefined)
    );
  }

  /** More of what an item says. */
  say(item: OpenItem, part: unknown, piece: string): void {
    const before = item.texts.get(part);
    if (before === undefined && this.#texts >= ITEMS_MAX) return;
    if (before === undefined) this.#texts += 1;
    item.texts.set(part, `${before ?? ''}${this.#budget.take(piece)}`);
  }

  /** More of a call's arguments. */
  addArgs(item: OpenItem, piece: string): void {
    item.args += this.#budget.take(piece);
    item.isTold = false;
  }

  /** All of a call's arguments. Others than were told as all of them make it another call. */
  setArgs(item: OpenItem, args: string): void {
    if (args === '' || args === item.args) return;
    if (item.isWhole) item.isTold = false;
    item.args = this.#budget.take(args);
  }

  /**
   * The call that the client may run now; none for other items and for a call that was told before. One that is
   * not shown as a whole yet may be completed without being told again.
   */
  told(item: OpenItem, isWhole = true): readonly MadeToolCall[] {
    if (isWhole) item.isWhole = true;
    if (item.isTold || !item.isClients) return [];
    item.isTold = true;
    return madeToolCalls({ output: [shown(item)] });
  }

  /** Every call that was not told yet. */
  allTold(): readonly MadeToolCall[] {
    return this.#items.flatMap((item) => this.told(item));
  }

  /** The items as a response shows them. */
  output(): readonly JsonObject[] {
    return this.#items.map(shown);
  }

  get thoughtCharacters(): number {
    return this.#items.reduce((sum, item) => sum + item.thoughtCharacters, 0);
  }

  /** A name, if there is room for all of it: half a name is another name. */
  #kept(name: string | null): string | null {
    return name !== null && this.#budget.take(name) === name ? name : null;
  }

  #update(item: OpenItem, fields: JsonObject): void {
    const call = responsesCall(fields);
    if (call !== null) {
      if (item.tool !== null && item.tool !== call.tool) item.isTold = false;
      if (item.tool !== call.tool) item.tool = this.#budget.take(call.tool);
      item.callId ??= this.#kept(textOrNull(fields['call_id']));
      item.isClients = call.isClients;
      this.setArgs(item, call.args);
    }
    item.thoughtCharacters = Math.max(item.thoughtCharacters, thoughtCharactersOf(fields));
    if (item.type !== 'message') return;
    for (const [part, value] of listOf(fields['content']).entries()) {
      const { text, refusal } = fieldsOf(value) as { text?: unknown; refusal?: unknown };
      // Usually it came in pieces already.
      if (!item.texts.has(part))
        this.say(item, part, textOrNull(text) ?? textOrNull(refusal) ?? '');
    }
  }
}

/** Whether a whole item may be the one that began: ids are used again by some servers, kinds and calls are not. */
function isSame(item: OpenItem, fields: JsonObject): boolean {
  const callId = textOrNull(fields['call_id']);
  const isOther = item.callId !== null && callId !== null && item.callId !== callId;
  return item.type === fields['type'] && !isOther;
}

function shown({ type, id, callId, tool, args, texts }: OpenItem): JsonObject {
  if (tool !== null) return functionCallItem({ callId: callId ?? id, tool, args });
  const content = [...texts.values()].map((text) => ({ type: 'output_text', text }));
  return type === 'message' ? { type, role: 'assistant', content } : { type };
}
