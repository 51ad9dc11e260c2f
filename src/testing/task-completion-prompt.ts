/**
 * The prompt with which every adapter shows that it keeps an agent from stopping early: one tool that writes a
 * file, and the checker under test.
 */
import {
  MarkdownSection,
  PromptTemplate,
  defineTool,
  type TaskCompletionChecker,
  type Tool,
} from '../guardrails/index.ts';

/** What the tool is called with. */
export interface WriteFileParams {
  readonly path: string;
  readonly text: string;
}

/** What to build the prompt with. */
export interface TaskCompletionPromptOptions {
  readonly checker: TaskCompletionChecker;
}

/** A prompt and its tool. */
export interface TaskCompletionPrompt {
  readonly template: PromptTemplate;
  readonly tool: Tool<'write_file', WriteFileParams, string>;
}

/** Builds a prompt with completion checking and a tool that writes files. */
export function buildTaskCompletionPrompt(
  ns: string,
  { checker }: TaskCompletionPromptOptions,
): TaskCompletionPrompt {
  const tool = defineTool({
    name: 'write_file',
    description: 'Writes a text file.',
    params: { safeParse: readParams },
    handler: async ({ path, text }: WriteFileParams, { filesystem }): Promise<string> => {
      if (filesystem === null) throw new Error('there is no filesystem to write to');
      await filesystem.write(path, text);
      return `Wrote ${path}.`;
    },
  });
  const text = 'Write the files that are asked for, then stop.';
  const section = new MarkdownSection({ title: 'Task', text, tools: [tool] });
  const template = new PromptTemplate({
    ns,
    key: 'task-completion',
    sections: [section],
    taskCompletionChecker: checker,
  });
  return { template, tool };
}

type ReadParams = ReturnType<Tool<'write_file', WriteFileParams>['params']['safeParse']>;

function readParams(value: unknown): ReadParams {
  if (typeof value === 'object' && value !== null && 'path' in value && 'text' in value) {
    const { path, text } = value;
    if (typeof path === 'string' && typeof text === 'string') {
      return { success: true, data: { path, text } };
    }
  }
  return { success: false, error: { message: 'path and text must be strings' } };
}
