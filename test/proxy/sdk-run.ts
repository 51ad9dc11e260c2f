/**
 * One task for any SDK: ask a model, run the tools it calls, until it answers in words.
 *
 * Every SDK of the table gets the same task, so that what is proved for one is proved for all. Where an SDK leaves
 * the running of tools to its caller, streams are read as eager clients do: a tool runs the moment its call is whole.
 */
import type { WireFormat } from '../../src/detect/index.ts';

/** A tool that the model may call; what it returns is the result. */
export type RunTool = (name: string, args: Readonly<Record<string, unknown>>) => string;

/** A task. */
export interface SdkTask {
  readonly baseUrl: string;
  readonly stream: boolean;
  readonly prompt: string;
  readonly runTool: RunTool;
  readonly fetch: typeof globalThis.fetch;
}

/** What the SDK reported. */
export interface SdkOutcome {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: unknown }[];
  /** One entry for each answer, as the SDK tells it. */
  readonly usage: readonly unknown[];
}

/** An SDK that can be given the task. It throws what the SDK throws. */
export interface Sdk {
  readonly name: string;
  /** The upstream of the proxy that it is pointed at. */
  readonly provider: 'anthropic' | 'openai' | 'gemini';
  readonly format: WireFormat;
  /** Whether a streamed call runs the moment it is whole, not when the answer is over. */
  readonly runsEarly: boolean;
  /** Whether what it throws for a stream that is cut holds the words of the stop. */
  readonly tellsWhyCut: boolean;
  run(task: SdkTask): Promise<SdkOutcome>;
}

/** The model that is asked. The fake provider answers for every name. */
export const MODEL = 'fake-model';
/** The key that the client sends on. */
export const PROVIDER_KEY = 'provider-key-of-the-test';
export const TOOL_NAME = 'look';
export const TOOL_WORDS = 'Looks at a place.';
/** Answers that a task may take; no script needs as many. */
export const ANSWERS_MAX = 60;

/** What the tool takes, as JSON schema. */
export const TOOL_INPUT = {
  type: 'object',
  properties: { at: { type: 'string' } },
  required: ['at'],
} as const;

/** Arguments that come in pieces: whole as soon as they parse. */
export class CallPieces {
  readonly #calls = new Map<number, { id: string; name: string; json: string }>();

  add(index: number, piece: { id?: string; name?: string; json?: string }): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, call);
    call.id ||= piece.id ?? '';
    call.name ||= piece.name ?? '';
    call.json += piece.json ?? '';
  }

  /** The calls whose arguments parse. */
  whole(): readonly WholeCall[] {
    return [...this.#calls.values()].flatMap(({ id, name, json }) => {
      const args = parsed(json);
      return args === null ? [] : [{ id, name, json, args }];
    });
  }
}

/** A call with all its arguments. */
export interface WholeCall {
  readonly id: string;
  readonly name: string;
  readonly json: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function parsed(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** Runs each call once and keeps its result. */
export class ToolRuns {
  readonly #runTool: RunTool;
  readonly #results = new Map<string, string>();
  readonly calls: { readonly name: string; readonly args: unknown }[] = [];

  constructor(runTool: RunTool) {
    this.#runTool = runTool;
  }

  resultOf({ id, name, args }: WholeCall): string {
    const known = this.#results.get(id);
    if (known !== undefined) return known;
    const result = this.#runTool(name, args);
    this.#results.set(id, result);
    this.calls.push({ name, args });
    return result;
  }
}
