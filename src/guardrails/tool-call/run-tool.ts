/**
 * Runs a tool under all guardrails: the one way from a model's tool call to a handler, and the same in two halves for
 * clients that run the tool themselves.
 *
 * Deadline, budget, gate, policies; then the handler, on its own changes; then what the policies make of the result,
 * or taking back what this call changed; then the log, the gate, the feedback. Calls of one session may run side by
 * side. It never throws for what a model, a tool or a policy does: that is an outcome.
 */
import { randomUUID } from 'node:crypto';
import type { Prompt } from '../session/prompt.ts';
import { thrownWords } from '../session/report.ts';
import { judgeRun, startIfAllowed } from './judge-tool-call.ts';
import { concludeDenied, OpenToolCall } from './open-tool-call.ts';
import type { Denial, DeniedBy, ToolCall, ToolDenied, ToolOutcome, ToolRun } from './tool-call.ts';
import type { DeclaredTool, Tool, ToolContext } from './tool.ts';

/** Which tool, with what. */
export interface RunToolOptions extends ToolRun {
  /** The name by which the model called it. */
  readonly tool: string;
  readonly params: unknown;
  readonly callId?: string;
}

/** A call that a handler of the prompt can take. */
interface Readable {
  readonly kind: 'readable';
  readonly tool: Tool;
  readonly params: unknown;
}

/** One that no handler can take. */
interface Unreadable {
  readonly kind: 'denied';
  readonly denial: Denial;
}

/** How a handler ended. */
type Ended =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly thrown: unknown };

/** Runs a tool of the prompt, if it may run. */
export async function runTool(options: RunToolOptions): Promise<ToolOutcome> {
  const { tool: name, params, callId = randomUUID(), ...run } = options;
  const asked = { tool: run.prompt.tool(name) ?? { name }, params, callId };
  const standing = await judgeRun(run, asked);
  if (standing !== null) return concludeDenied(run, asked, standing);
  const read = readCall(run.prompt, asked);
  if (read.kind === 'denied') return concludeDenied(run, asked, read.denial);
  return runHandler(run, { ...read, callId });
}

async function runHandler(run: ToolRun, call: Readable & ToolCall): Promise<ToolOutcome> {
  const judged = await startIfAllowed(run, call, () => {
    const open = new OpenToolCall(run, call);
    return { open, ended: handle(call, open.context) };
  });
  if (judged.kind === 'denied') return concludeDenied(run, call, judged.denial);
  const { open, ended } = judged.started;
  const end = await ended;
  return end.kind === 'returned' ? open.succeed(end.value) : open.fail(thrownWords(end.thrown));
}

async function handle({ tool, params }: Readable, context: ToolContext): Promise<Ended> {
  try {
    return { kind: 'returned', value: await tool.handler(params, context) };
  } catch (thrown) {
    return { kind: 'threw', thrown };
  }
}

/** The tool with its parameters as the handler will get them, so that policies judge the very same. */
function readCall(prompt: Prompt, { tool, params }: ToolCall): Readable | Unreadable {
  if (prompt.tool(tool.name) === null) {
    const known = prompt.tools.map((one) => one.name).join(', ');
    const words = `There is no tool '${tool.name}'. The tools are: ${known === '' ? 'none' : known}.`;
    return unreadable('tool', words);
  }
  if (!runsHere(tool)) return unreadable('tool', `Tool '${tool.name}' has no handler here.`);
  try {
    // A copy: whoever made the call must not be able to change it after the policies have seen it.
    const read = tool.params.safeParse(structuredClone(params));
    if (read.success) return { kind: 'readable', tool, params: read.data };
    return unreadable('params', `Tool '${tool.name}' cannot take this: ${read.error.message}`);
  } catch (error) {
    return unreadable('params', `Tool '${tool.name}' cannot take this: ${thrownWords(error)}`);
  }
}

function unreadable(by: DeniedBy, reason: string): Unreadable {
  return { kind: 'denied', denial: { by, reason, policy: null, refusal: null } };
}

function runsHere(tool: DeclaredTool): tool is Tool {
  return 'handler' in tool && typeof tool.handler === 'function' && 'params' in tool;
}

/** Which call. */
export interface BeginToolCallOptions extends ToolRun {
  readonly tool: DeclaredTool;
  readonly params: unknown;
  readonly callId?: string;
}

/** Asks whether a call may run. What it answers with `open` must be ended, whatever becomes of the tool. */
export async function beginToolCall(
  options: BeginToolCallOptions,
): Promise<ToolDenied | OpenToolCall> {
  const { tool, params, callId = randomUUID(), ...run } = options;
  const call = { tool, params, callId };
  const standing = await judgeRun(run, call);
  if (standing !== null) return concludeDenied(run, call, standing);
  const judged = await startIfAllowed(run, call, () => new OpenToolCall(run, call));
  return judged.kind === 'started' ? judged.started : concludeDenied(run, call, judged.denial);
}
