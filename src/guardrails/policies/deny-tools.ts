/**
 * Never these tools: a call that a pattern of the list means is denied.
 */
import { checkedPatterns, fitsPattern, type ToolPattern } from '../tool-call/tool-pattern.ts';
import { ALLOWED, denied, type PolicyDecision, type ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** What the policy is made of. */
export interface DenyToolsOptions {
  readonly tools: readonly ToolPattern[];
  /** What the agent is told; it should say what to do instead. */
  readonly reason?: string;
  readonly name?: string;
}

/** Denies what is on the list. */
export class DenyTools implements ToolPolicy {
  readonly name: string;
  readonly #tools: readonly ToolPattern[];
  readonly #reason: string | null;

  constructor({ tools, reason, name = 'deny_tools' }: DenyToolsOptions) {
    this.name = name;
    this.#tools = checkedPatterns(tools);
    this.#reason = reason ?? null;
  }

  check(tool: DeclaredTool, params: unknown): PolicyDecision {
    const met = this.#tools.find((pattern) => fitsPattern(pattern, tool, params));
    if (met === undefined) return ALLOWED;
    const how = typeof met === 'string' || met.where === undefined ? '' : ' with these parameters';
    return denied(this.#reason ?? `Tool '${tool.name}' is not allowed here${how}.`);
  }
}
