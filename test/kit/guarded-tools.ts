/**
 * Tools for tests of the guardrails: some that read and write files, some that only note that they ran.
 */
import {
  defineTool,
  denied,
  ALLOWED,
  type ParamsSchema,
  type PolicyDecision,
  type Tool,
  type ToolContext,
  type ToolPolicy,
} from '../../src/guardrails/index.ts';

/** Takes any object. */
export const anyParams: ParamsSchema<Readonly<Record<string, unknown>>> = {
  safeParse: (value) =>
    typeof value === 'object' && value !== null
      ? { success: true, data: value as Readonly<Record<string, unknown>> }
      : { success: false, error: { message: 'must be an object' } },
};

interface FileParams {
  readonly path: string;
  readonly text?: string;
}

const fileParams: ParamsSchema<FileParams> = {
  safeParse: (value) =>
    typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'
      ? { success: true, data: value as FileParams }
      : { success: false, error: { message: 'path must be a text' } },
};

/** The filesystem of a call; a test that uses these tools has one. */
export function filesOf({ filesystem }: ToolContext): NonNullable<ToolContext['filesystem']> {
  if (filesystem === null) throw new Error('this test has no filesystem');
  return filesystem;
}

export const readFileTool = defineTool({
  name: 'read_file',
  params: fileParams,
  handler: ({ path }, context) => filesOf(context).read(path),
});

export const writeFileTool = defineTool({
  name: 'write_file',
  params: fileParams,
  handler: async ({ path, text = 'written' }, context) => {
    await filesOf(context).write(path, text);
    return 'written';
  },
});

/** A tool that notes in `ran` that it ran, and fails when its parameters say so. */
export function notingTool<const Name extends string>(
  name: Name,
  ran: string[],
): Tool<Name, Readonly<Record<string, unknown>>, string> {
  return defineTool({
    name,
    params: anyParams,
    handler: (params) => {
      ran.push(name);
      if (params['fail'] === true) throw new Error(`${name} failed`);
      return `${name} done`;
    },
  });
}

/** A policy that always answers the same. */
export function fixedPolicy(name: string, decision: PolicyDecision): ToolPolicy {
  return { name, check: () => decision };
}

export const allows = (name: string): ToolPolicy => fixedPolicy(name, ALLOWED);
export const denies = (name: string, reason = `${name} says no`): ToolPolicy =>
  fixedPolicy(name, denied(reason));
