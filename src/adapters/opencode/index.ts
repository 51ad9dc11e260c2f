/**
 * A plugin for OpenCode that puts its sessions under the guardrails of a prompt. A file in OpenCode's plugin folder
 * exports what `guardOpenCode` gives.
 *
 * Every tool is judged before it runs, and what is denied throws, which is what keeps a tool from running there; before
 * every model call the gate is asked. The prompt's tools are tools of the plugin. Nothing of OpenCode is imported; the
 * types here name what is used of its plugins.
 */
import { countOrZero, fieldsOf, type JsonObject } from '../../base/json-values.ts';
import type { Prompt, DeclaredTool } from '../../guardrails/index.ts';
import { declareCapabilities } from '../capabilities.ts';
import type { GuardOptions } from '../guarded-session.ts';
import { paramsJsonSchema } from '../params-json-schema.ts';
import type { ToolNames } from '../reported-calls.ts';
import { OpenCodeSession, type OpenCodeClient, type OpenCodeOutput } from './session.ts';

export { AgentStopped } from '../agent-stopped.ts';
export type { GuardOptions } from '../guarded-session.ts';

/** What this adapter can do. */
export const capabilities = declareCapabilities({
  adapter: 'opencode',
  sdk: 'opencode-ai 1.18.33',
  notes: [
    'A stop is blocked where the session outlives its turn: in the terminal and under `opencode serve`. `opencode run` ends with its turn; incomplete work is reported.',
    'Policies know OpenCode’s tools by its names (`bash`, `write`, `server_tool`); `toolNames` maps them to the prompt’s names. The prompt’s own tools keep theirs.',
    'Changes made by OpenCode’s own tools aren’t undone when they fail. Feedback after a tool that threw comes with the next result.',
    'OpenCode silently skips a plugin file that it can’t load: check that a denied call is denied.',
    'OpenCode runs plugins in its own process, on Bun; there the gate must be a server, named by `TRIPWIRE_URL`.',
  ],
});

/** What a user hands over. */
export interface OpenCodeGuardOptions {
  readonly prompt: Prompt;
  /** More for a session, by its id, asked once for each: its gate, its budget. */
  readonly guard?: (sessionId: string) => Omit<GuardOptions, 'prompt'>;
  readonly toolNames?: ToolNames;
}

/** A plugin. */
export type OpenCodePlugin = (input: { readonly client: OpenCodeClient }) => Promise<OpenCodeHooks>;

interface ToolCallInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

/** The hooks of the plugin, by OpenCode's names. */
export interface OpenCodeHooks {
  readonly tool: Record<string, OpenCodeTool>;
  readonly event: (input: { readonly event: OpenCodeEvent }) => Promise<void>;
  readonly 'chat.message': (input: { readonly sessionID: string }) => Promise<void>;
  readonly 'chat.params': (input: { readonly sessionID: string }) => Promise<void>;
  readonly 'tool.definition': (
    input: { readonly toolID: string },
    output: { jsonSchema?: unknown },
  ) => Promise<void>;
  readonly 'tool.execute.before': (
    input: ToolCallInput,
    output: { readonly args: unknown },
  ) => Promise<void>;
  readonly 'tool.execute.after': (input: ToolCallInput, output: OpenCodeOutput) => Promise<void>;
  readonly 'experimental.text.complete': (
    input: { readonly sessionID: string },
    output: { readonly text: string },
  ) => Promise<void>;
}

/** A tool of a plugin. */
export interface OpenCodeTool {
  readonly description: string;
  /** The schema of each parameter. */
  readonly args: Record<string, never>;
  execute(args: unknown, context: { readonly sessionID: string }): Promise<string>;
}

/** An event, as far as it is looked at. */
export interface OpenCodeEvent {
  readonly type: string;
  readonly properties?: unknown;
}

/** How deep subagents of subagents are followed to the session that a person began. */
const DEPTH_MAX = 16;

/** Makes the plugin. */
export function guardOpenCode(options: OpenCodeGuardOptions): OpenCodePlugin {
  return ({ client }) => Promise.resolve(new Sessions(client, options).hooks());
}

class Sessions {
  readonly #client: OpenCodeClient;
  readonly #options: OpenCodeGuardOptions;
  /** The prompt's tools that have a handler. */
  readonly #own: ReadonlyMap<string, DeclaredTool>;
  readonly #sessions = new Map<string, OpenCodeSession>();
  readonly #parents = new Map<string, string>();

  constructor(client: OpenCodeClient, options: OpenCodeGuardOptions) {
    this.#client = client;
    this.#options = options;
    const tools = options.prompt.tools.filter((tool) => 'handler' in tool);
    this.#own = new Map(tools.map((tool) => [tool.name, tool]));
  }

  hooks(): OpenCodeHooks {
    return {
      tool: Object.fromEntries([...this.#own].map(([name, tool]) => [name, this.#made(tool)])),
      event: ({ event }) => this.#happened(event),
      'chat.message': async ({ sessionID }) => {
        if (!this.#parents.has(sessionID)) await this.#session(sessionID).prompted();
      },
      'chat.params': ({ sessionID }) => this.#session(sessionID).guarded.requireGoingOn(),
      'tool.definition': ({ toolID }, output) => {
        const tool = this.#own.get(toolID);
        // What OpenCode makes of the parameters of a plugin's tool demands all of them.
        if (tool !== undefined) output.jsonSchema = paramsJsonSchema(tool);
        return Promise.resolve();
      },
      'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
        // The prompt's tools are judged where they run, with the parameters that their handlers get.
        if (!this.#own.has(tool)) await this.#session(sessionID).before(tool, args, callID);
      },
      'tool.execute.after': async ({ tool, sessionID, callID }, output) => {
        if (!this.#own.has(tool)) await this.#session(sessionID).after(callID, output);
      },
      'experimental.text.complete': ({ sessionID }, { text }) => {
        if (!this.#parents.has(sessionID)) this.#session(sessionID).said = text;
        return Promise.resolve();
      },
    };
  }

  #made(tool: DeclaredTool): OpenCodeTool {
    return {
      description: tool.description ?? tool.name,
      // OpenCode takes JSON schemas too; its types name those of zod.
      args: paramsJsonSchema(tool).properties as Record<string, never>,
      execute: (args, context) => {
        const { callID } = context as { readonly callID?: string };
        return this.#session(context.sessionID).runOwn(tool.name, args, callID);
      },
    };
  }

  async #happened({ type, properties }: OpenCodeEvent): Promise<void> {
    const { info, part, sessionID } = fieldsOf(properties);
    const { id, parentID } = fieldsOf(info);
    switch (type) {
      case 'session.created':
        if (typeof parentID === 'string') this.#parents.set(String(id), parentID);
        return;
      case 'message.updated':
        this.#counted(fieldsOf(info));
        return;
      case 'message.part.updated':
        await this.#partUpdated(fieldsOf(part));
        return;
      case 'session.idle':
        if (!this.#parents.has(String(sessionID))) await this.#session(String(sessionID)).idle();
        return;
      case 'session.deleted':
        this.#sessions.delete(String(id));
        this.#parents.delete(String(id));
        return;
      default:
    }
  }

  #counted({ id, role, sessionID, time, tokens }: JsonObject): void {
    if (role !== 'assistant' || fieldsOf(time)['completed'] === undefined) return;
    const { input, output, reasoning, cache } = fieldsOf(tokens);
    const { read, write } = fieldsOf(cache);
    this.#session(String(sessionID)).count(String(id), {
      inputTokens: countOrZero(input) + countOrZero(read) + countOrZero(write),
      outputTokens: countOrZero(output) + countOrZero(reasoning),
    });
  }

  async #partUpdated({ type, sessionID, callID, state }: JsonObject): Promise<void> {
    const { status, error } = fieldsOf(state);
    if (type !== 'tool' || status !== 'error') return;
    await this.#session(String(sessionID)).failed(String(callID), String(error));
  }

  #session(sessionId: string): OpenCodeSession {
    let root = sessionId;
    for (let up = 0; up < DEPTH_MAX; up += 1) root = this.#parents.get(root) ?? root;
    const known = this.#sessions.get(root);
    if (known !== undefined) return known;
    const { prompt, guard = () => ({}), toolNames } = this.#options;
    const made = new OpenCodeSession(this.#client, root, prompt, guard(root), toolNames);
    this.#sessions.set(root, made);
    return made;
  }
}
