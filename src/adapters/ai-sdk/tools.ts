/**
 * Tools of the AI SDK under the guardrails: what may not run throws, which the SDK shows to the model as the tool's
 * error; what feedback there is goes with the output as the model reads it, and leaves the output itself alone.
 */
import type * as AiSdk from 'ai';
import type { Tool, ToolSet } from 'ai';
import { TripwireError } from '../../core/index.ts';
import type { DeclaredTool, ToolOutcome } from '../../guardrails/index.ts';
import { modelText, withFeedback, type GuardedSession } from '../guarded-session.ts';
import { paramsJsonSchema } from '../params-json-schema.ts';

type Sdk = typeof AiSdk;
type ToolOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type Execute = (input: unknown, options: { readonly toolCallId: string }) => unknown;

/** Feedback that is still to be shown, by the id of its call. */
type Pending = Map<string, string>;

/** Makes the prompt's tools that have a handler. */
export function promptTools(sdk: Sdk, guarded: GuardedSession): ToolSet {
  const handled = guarded.prompt.tools.filter((tool) => 'handler' in tool);
  return Object.fromEntries(handled.map((tool) => [tool.name, promptTool(sdk, guarded, tool)]));
}

function promptTool(sdk: Sdk, guarded: GuardedSession, tool: DeclaredTool): Tool {
  const pending: Pending = new Map();
  return sdk.dynamicTool({
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: sdk.jsonSchema({ ...paramsJsonSchema(tool) }),
    execute: async (input, { toolCallId }) =>
      told(await guarded.runTool(tool.name, input, toolCallId), pending),
    toModelOutput: ({ toolCallId, output }) => shown(plainOutput(output), pending.get(toolCallId)),
  });
}

/** Guards a tool of the user's; policies know it by its name. One that runs elsewhere is refused. */
export function guardTool(guarded: GuardedSession, name: string, tool: Tool): Tool {
  const { execute, toModelOutput } = tool;
  if (execute === undefined) {
    const words = `tool '${name}' has no execute: it runs elsewhere, and no policy would see it`;
    throw new TripwireError('GUARDRAIL_INVALID', `ai-sdk: ${words}`, name);
  }
  const pending: Pending = new Map();
  const run: Execute = async (input, options) => {
    const call = () => lastOf((execute as Execute)(input, options));
    const outcome = await guarded.aroundTool({ name }, input, options.toolCallId, call);
    return told(outcome, pending);
  };
  const shows: NonNullable<Tool['toModelOutput']> = async (asked) => {
    const output = (await toModelOutput?.(asked)) ?? plainOutput(asked.output);
    return shown(output, pending.get(asked.toolCallId));
  };
  return { ...tool, execute: run, toModelOutput: shows };
}

/** The value of a call that succeeded; anything else is thrown, in the words that the model is to read. */
function told(outcome: ToolOutcome, pending: Pending): unknown {
  if (outcome.status !== 'success') throw new Error(modelText(outcome));
  if (outcome.feedback !== null) pending.set(outcome.callId, outcome.feedback);
  return outcome.value;
}

/** An output as the SDK shows it where nothing else is said. */
function plainOutput(output: unknown): ToolOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  const json = output === undefined ? undefined : JSON.stringify(output);
  return { type: 'json', value: json === undefined ? null : (JSON.parse(json) as never) };
}

function shown(output: ToolOutput, feedback: string | undefined): ToolOutput {
  if (feedback === undefined) return output;
  if (output.type === 'content') {
    return { ...output, value: [...output.value, { type: 'text', text: feedback }] };
  }
  if (output.type === 'text' || output.type === 'error-text') {
    return { ...output, value: withFeedback(output.value, feedback) };
  }
  const text = 'value' in output ? JSON.stringify(output.value) : (output.reason ?? '');
  return { type: 'text', value: withFeedback(text, feedback) };
}

/** A tool may give several preliminary outputs; the last one counts. */
async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output))
    return output;
  let last: unknown;
  for await (const one of output as AsyncIterable<unknown>) last = one;
  return last;
}
