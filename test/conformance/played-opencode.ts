/**
 * A session of OpenCode, played: it calls the plugin's hooks with what OpenCode was seen to give them, and does what it
 * does when they throw. OpenCode itself is tried in `npm run test:clients`, with the same kit.
 */
import type { OpenCodeHooks } from '../../src/adapters/opencode/index.ts';
import type { OpenCodeClient } from '../../src/adapters/opencode/session.ts';
import type { ModelCall, ScriptedModel } from '../../src/testing/index.ts';
import recorded from '../fixtures/hooks/opencode.json' with { type: 'json' };

const { sessionID } = recorded['tool.execute.before'];

/** Plays a session that a person leaves open, as in the terminal: it goes on when the plugin prompts it. */
export async function playOpenCode(
  model: ScriptedModel,
  input: string,
  plug: (client: OpenCodeClient) => Promise<OpenCodeHooks>,
): Promise<void> {
  const prompts = [input];
  const aborting = new AbortController();
  const hooks = await plug({
    session: {
      abort: () => Promise.resolve(aborting.abort()),
      promptAsync: ({ body }) => {
        prompts.push(body.parts.map(({ text }) => text).join('\n'));
        return Promise.resolve();
      },
    },
  });
  const session = new PlayedSession(hooks, model, aborting.signal);
  await session.tell('session.created', { info: { id: sessionID } });
  for (let prompt = prompts.shift(); prompt !== undefined; prompt = prompts.shift()) {
    await session.turn(prompt);
    await session.tell('session.idle', { sessionID });
  }
}

class PlayedSession {
  readonly #hooks: OpenCodeHooks;
  readonly #model: ScriptedModel;
  readonly #signal: AbortSignal;
  readonly #conversation: unknown[] = [];
  #calls = 0;

  constructor(hooks: OpenCodeHooks, model: ScriptedModel, signal: AbortSignal) {
    this.#hooks = hooks;
    this.#model = model;
    this.#signal = signal;
  }

  async tell(type: string, properties: object): Promise<void> {
    await this.#hooks.event({ event: { type, properties } });
  }

  /** One turn: what a hook throws before a prompt or a model call ends it. */
  async turn(prompt: string): Promise<void> {
    try {
      await this.#hooks['chat.message']({ sessionID });
      this.#conversation.push({ role: 'user', content: prompt });
      while (!this.#signal.aborted && (await this.#step())) continue;
    } catch (error) {
      this.#conversation.push({ error: String(error) });
    }
  }

  /** A model call and its tools; whether another one follows. */
  async #step(): Promise<boolean> {
    await this.#hooks['chat.params']({ sessionID });
    const input = { text: JSON.stringify(this.#conversation), toolResults: [] };
    const { text, calls, usage } = this.#model.next(input);
    const info = {
      id: `msg_${this.#model.inputs.length}`,
      role: 'assistant',
      sessionID,
      time: { completed: 1 },
      tokens: { input: usage?.input ?? 0, output: usage?.output ?? 0, reasoning: 0, cache: {} },
    };
    if (text !== undefined)
      await this.#hooks['experimental.text.complete']({ sessionID }, { text });
    this.#conversation.push({ role: 'assistant', text, calls });
    const results = await Promise.all((calls ?? []).map((call) => this.#call(call)));
    this.#conversation.push(...results);
    // A message that is complete is told several times.
    await this.tell('message.updated', { info });
    await this.tell('message.updated', { info });
    return calls !== undefined;
  }

  /** What the model reads of a call. */
  async #call({ tool, args = {} }: ModelCall): Promise<string> {
    this.#calls += 1;
    const callID = `toolu_${this.#calls}`;
    const call = { tool, sessionID, callID };
    try {
      await this.#hooks['tool.execute.before'](call, { args });
      const made = this.#hooks.tool[tool];
      if (made === undefined) throw new Error(`no tool ${tool}`);
      const context = { sessionID, callID };
      const output = { output: await made.execute(args, context), metadata: {} };
      await this.#hooks['tool.execute.after'](call, output);
      return output.output;
    } catch (error) {
      // What throws has no result, and its end is only told as an event.
      const why = (error as Error).message;
      const part = { type: 'tool', sessionID, callID, state: { status: 'error', error: why } };
      await this.tell('message.part.updated', { part });
      return why;
    }
  }
}
