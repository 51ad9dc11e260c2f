/**
 * The tasks of the agents that talk HTTP: what each is told, and the tools it has.
 *
 * The task's own words name the kind of agent, so the provider's script knows from the conversation alone whom
 * it plays with, and one provider serves all of them.
 */

/** How an agent behaves. */
export type AgentKind = 'healthy' | 'looping' | 'runaway';

const kinds: readonly AgentKind[] = ['healthy', 'looping', 'runaway'];

/** A tool as the agents declare it. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** The one argument, a text. */
  readonly argument: string;
}

/** The tools that every agent has. */
export const agentTools: readonly AgentTool[] = [
  { name: 'search', description: 'Finds places in the code.', argument: 'query' },
  { name: 'read_file', description: 'Reads a file.', argument: 'path' },
  { name: 'edit_file', description: 'Changes a file.', argument: 'path' },
  { name: 'run_tests', description: 'Runs the tests.', argument: 'command' },
  { name: 'fetch_page', description: 'Fetches a page.', argument: 'url' },
];

/** What an agent is told to do. A number before a word would ask for a call that often, and such a loop is wanted. */
export function taskText(kind: AgentKind, steps: number): string {
  return `Demonstration: play the ${kind} agent, steps: ${steps}.`;
}

/** What a task asks for; null when it is none of ours. */
export function readTask(
  text: string,
): { readonly kind: AgentKind; readonly steps: number } | null {
  const [, name, steps] = /play the (\w+) agent, steps: (\d+)/.exec(text) ?? [];
  const kind = kinds.find((one) => one === name);
  return kind === undefined ? null : { kind, steps: Number(steps) };
}
