/**
 * Tool order: a tool may run only after others have succeeded in the same session.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import { policyState, rememberInvocation } from './policy-state.ts';

/** For each tool, the tools that must have succeeded before it. */
export type ToolDependencies = Readonly<Record<string, readonly string[]>>;

type NamesIn<Dependencies extends ToolDependencies> =
  | (keyof Dependencies & string)
  | Dependencies[keyof Dependencies][number];

/** What the policy is made of. */
export interface SequentialDependencyOptions<Dependencies extends ToolDependencies> {
  readonly dependencies: Dependencies;
  /** Needed when a prompt has two of them. */
  readonly name?: string;
}

/** Denies a tool until all it depends on have succeeded. */
export class SequentialDependencyPolicy<
  const Dependencies extends ToolDependencies,
> implements ToolPolicy<NamesIn<Dependencies>> {
  readonly name: string;
  readonly toolNames: readonly NamesIn<Dependencies>[];
  readonly #dependencies: ReadonlyMap<string, readonly string[]>;

  constructor({
    dependencies,
    name = 'sequential_dependency',
  }: SequentialDependencyOptions<Dependencies>) {
    const entries = Object.entries(dependencies).map(
      ([tool, required]) => [tool, [...new Set(required)].toSorted()] as const,
    );
    this.name = name;
    this.#dependencies = new Map(entries);
    const circle = findCircle(this.#dependencies);
    if (circle !== null) {
      refuseGuardrail('dependencies', `go in a circle, so none of these could ever run: ${circle}`);
    }
    this.toolNames = [...new Set(entries.flat(2))] as NamesIn<Dependencies>[];
  }

  check(tool: DeclaredTool, _params: unknown, { session }: PolicyContext): PolicyDecision {
    const { invokedTools } = policyState(session, this.name);
    const required = this.#dependencies.get(tool.name) ?? [];
    const missing = required.filter((name) => !invokedTools.includes(name));
    if (missing.length === 0) return ALLOWED;
    return denied(
      `Tool '${tool.name}' requires: ${missing.join(', ')}. Run what is missing first; it must succeed.`,
    );
  }

  onResult(
    tool: DeclaredTool,
    _params: unknown,
    _result: unknown,
    { session }: PolicyContext,
  ): void {
    rememberInvocation(session, this.name, tool.name);
  }
}

/** A circle among the dependencies as `a → b → a`, or null. */
function findCircle(dependencies: ReadonlyMap<string, readonly string[]>): string | null {
  const clear = new Set<string>();
  const search = (tool: string, path: readonly string[]): string | null => {
    if (path.includes(tool)) return [...path.slice(path.indexOf(tool)), tool].join(' → ');
    if (clear.has(tool)) return null;
    for (const next of dependencies.get(tool) ?? []) {
      const circle = search(next, [...path, tool]);
      if (circle !== null) return circle;
    }
    clear.add(tool);
    return null;
  };
  for (const tool of dependencies.keys()) {
    const circle = search(tool, []);
    if (circle !== null) return circle;
  }
  return null;
}
