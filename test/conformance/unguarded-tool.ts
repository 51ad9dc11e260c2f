/** A tool of a prompt as somebody runs it who knows nothing of guardrails: a server, or a client with its own tools. */
import type { Prompt, Session, Tool } from '../../src/guardrails/index.ts';

/** Runs the handler; throws what is wrong with the parameters. */
export async function runUnguarded(
  prompt: Prompt,
  session: Session,
  name: string,
  args: unknown,
): Promise<string> {
  const tool = prompt.tool(name) as Tool | null;
  if (tool === null) throw new Error(`no tool ${name}`);
  const read = tool.params.safeParse(args);
  if (!read.success) throw new Error(read.error.message);
  const context = { session, filesystem: prompt.filesystem, callId: name };
  const value = await tool.handler(read.data, context);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
