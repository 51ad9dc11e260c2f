/**
 * A model that says what a script says, and remembers what it was given.
 *
 * It is the same for every SDK: behind the fake provider it answers in the wire format it is asked in, and without one a
 * test asks it directly. So one script shows what an agent does under any adapter.
 */
import { present } from '../base/present.ts';
import type { FakeScript, FakeUsage, ToolResult } from './fake-provider/turn.ts';

/** A tool call that the model makes. */
export interface ModelCall {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** What the model does in one turn: it calls tools, or it says something and wants to stop. */
export interface ModelMove {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
  readonly usage?: FakeUsage;
}

/** What the model was given for a turn. */
export interface ModelInput {
  /** The whole conversation as one text. */
  readonly text: string;
  readonly toolResults: readonly ToolResult[];
}

/** How the model's calls are written down. */
export interface ScriptedWire {
  /** The name under which a client shows a tool to the model; as it is, when not given. */
  readonly toolName?: (tool: string) => string;
  /** The group in which a client shows its tools to the model, where it has groups. */
  readonly namespace?: string;
}

/** What the model says when its script is over. */
const LAST_WORD = 'Done.';

/** A model with a script. After its moves it says "Done." for ever. */
export class ScriptedModel {
  readonly #moves: readonly ModelMove[];
  readonly #inputs: ModelInput[] = [];

  constructor(moves: readonly ModelMove[]) {
    this.#moves = moves;
  }

  /** What it was given, turn by turn. */
  get inputs(): readonly ModelInput[] {
    return this.#inputs;
  }

  /** The next move. */
  next(input: ModelInput): ModelMove {
    this.#inputs.push(input);
    return this.#moves[this.#inputs.length - 1] ?? { text: LAST_WORD };
  }

  /** As the script of a fake provider. */
  script({ toolName = (tool) => tool, namespace }: ScriptedWire = {}): FakeScript {
    const group = namespace === undefined ? {} : { namespace };
    return ({ body, toolResults }) => {
      const { text, calls = [], usage } = this.next({ text: JSON.stringify(body), toolResults });
      return {
        ...present({ text, usage }),
        toolCalls: calls.map(({ tool, args = {} }) => ({ name: toolName(tool), args, ...group })),
      };
    };
  }
}
