/**
 * The parts of one Gemini candidate, put together from its chunks.
 *
 * A function call comes whole in one part, and one service streams its arguments in several. What is not needed is
 * not kept: a part may be a whole picture.
 */
import { isObject, listOf, textOrNull, type JsonObject } from '../../base/json-values.ts';
import type { TextBudget } from '../codec-text-budget.ts';

/** Parts of one candidate that are kept. Calls beyond are told all the same. */
const PARTS_MAX = 512;
const ARGUMENTS_MAX = 256;

interface OpenCall {
  readonly id: string | null;
  readonly name: string | null;
  /** What came in pieces, by its path. */
  readonly args: Map<string, unknown>;
}

/** The parts of one candidate. */
export class GeminiParts {
  readonly #budget: TextBudget;
  readonly #parts: JsonObject[] = [];
  /** A call whose arguments are still coming. */
  #open: OpenCall | null = null;
  /** Words that belong together, at the end of the parts. */
  #text: { text: string } | null = null;
  thoughtCharacters = 0;

  constructor(budget: TextBudget) {
    this.#budget = budget;
  }

  /** Takes a part; gives the calls that it completes, as parts. */
  take(part: JsonObject): readonly JsonObject[] {
    const call = part['functionCall'] ?? part['function_call'];
    if (isObject(call)) return this.#takeCall(call);
    const code = part['executableCode'] ?? part['executable_code'];
    if (isObject(code)) {
      this.#keep({ executableCode: this.#textsOf(code) });
      return [];
    }
    const text = textOrNull(part['text']);
    if (text === null) this.#text = null;
    else if (part['thought'] === true) this.#think(text);
    else this.#say(text);
    return [];
  }

  /** Nothing more will come: the call that nobody finished, if there is one. */
  finish(): readonly JsonObject[] {
    const open = this.#open;
    this.#open = null;
    return open === null ? [] : [this.#made(open, Object.fromEntries(open.args))];
  }

  /** The parts as an answer shows them. */
  get parts(): readonly JsonObject[] {
    return this.#parts;
  }

  #takeCall(call: JsonObject): readonly JsonObject[] {
    const name = textOrNull(call['name']);
    const isOther = this.#open !== null && name !== null && name !== this.#open.name;
    const finished = isOther ? this.finish() : [];
    const willContinue = call['willContinue'] === true;
    if (this.#open === null && !willContinue) {
      const head = { id: textOrNull(call['id']), name };
      return [...finished, this.#made(head, call['args'] ?? piecesOf(call))];
    }
    this.#open ??= { id: textOrNull(call['id']), name, args: new Map() };
    for (const [path, value] of Object.entries(piecesOf(call))) this.#addArg(path, value);
    return willContinue ? finished : [...finished, ...this.finish()];
  }

  #addArg(path: string, value: unknown): void {
    const args = this.#open?.args;
    if (args === undefined || (!args.has(path) && args.size >= ARGUMENTS_MAX)) return;
    const before = args.get(path);
    const kept = typeof value === 'string' ? this.#budget.take(value) : value;
    args.set(path, typeof before === 'string' && typeof kept === 'string' ? before + kept : kept);
  }

  #made({ id, name }: Pick<OpenCall, 'id' | 'name'>, args: unknown): JsonObject {
    const written = isObject(args) ? this.#budget.take(JSON.stringify(args)) : '';
    const part = {
      functionCall: { ...(id === null ? {} : { id }), ...(name && { name }), args: written },
    };
    this.#keep(part);
    return part;
  }

  #keep(part: JsonObject): void {
    this.#text = null;
    if (this.#parts.length < PARTS_MAX) this.#parts.push(part);
  }

  #think(text: string): void {
    this.#text = null;
    this.thoughtCharacters += text.length;
  }

  #say(text: string): void {
    if (this.#text === null) {
      const words = { text: '' };
      this.#keep(words);
      this.#text = words;
    }
    this.#text.text += this.#budget.take(text);
  }

  #textsOf(fields: JsonObject): JsonObject {
    const texts = ['language', 'code'].map((name) => [name, textOrNull(fields[name])] as const);
    return Object.fromEntries(texts.map(([name, text]) => [name, this.#budget.take(text ?? '')]));
  }
}

/** The arguments of a call that come in pieces, by their path; `$.name` is the argument `name`. */
function piecesOf(call: JsonObject): JsonObject {
  const pieces: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const piece of listOf(call['partialArgs']).filter(isObject).slice(0, ARGUMENTS_MAX)) {
    const path = (textOrNull(piece['jsonPath']) ?? '').replace(/^\$\.(?=[\w-]+$)/, '');
    const value = piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue'] ?? null;
    const before = pieces[path];
    const goesOn = typeof before === 'string' && typeof value === 'string';
    pieces[path] = goesOn ? before + value : value;
  }
  return pieces;
}
