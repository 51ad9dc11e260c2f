/**
 * Tools: what an agent may call.
 *
 * A declared tool has a name, so that policies can govern it; it may run anywhere, for example inside an agent's own
 * client. A tool also has the shape of its parameters and a handler, so that `runTool` can run it here.
 */
import type { Filesystem } from '../files/filesystem.ts';
import type { SessionView } from '../session/slice.ts';

/** A tool by name. */
export interface DeclaredTool<Name extends string = string> {
  readonly name: Name;
  readonly description?: string;
}

/** What reads parameters: any schema with `safeParse` in the manner of zod. */
export interface ParamsSchema<Params> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Params }
    | { readonly success: false; readonly error: { readonly message: string } };
}

/** What a handler gets to work with. */
export interface ToolContext {
  /** Changes to it are kept when the call succeeds. */
  readonly session: SessionView;
  /** Changes to it are taken back when the call fails. */
  readonly filesystem: Filesystem | null;
  readonly callId: string;
}

/** A tool that runs here. A handler that throws has failed; anything else is its result. */
export interface Tool<
  Name extends string = string,
  Params = unknown,
  Result = unknown,
> extends DeclaredTool<Name> {
  readonly params: ParamsSchema<Params>;
  // A method, not a property: a list of tools holds tools of many parameter types.
  handler(params: Params, context: ToolContext): Result | Promise<Result>;
}

/** Makes a tool, with the types of name, parameters and result taken from what is given. */
export function defineTool<const Name extends string, Params, Result>(
  tool: Tool<Name, Params, Result>,
): Tool<Name, Params, Result> {
  return tool;
}
