/**
 * Only these tools: a call that no pattern of the list means is denied.
 */
import { checkedPatterns, fitsPattern, type ToolPattern } from '../tool-call/tool-pattern.ts';
import { ALLOWED, denied, type PolicyDecision, type ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** What the policy is made of. */
export interface AllowToolsOptions {
  readonly tools: readonly ToolPattern[];
  readonly name?: string;
}

/** Denies what is not on the list. */
export class AllowTools implements ToolPolicy {
  readonly name: string;
  readonly #tools: readonly ToolPattern[];

  constructor({ tools, name = 'allow_tools' }: AllowToolsOptions) {
    this.name = name;
    this.#tools = checkedPatterns(tools);
  }

  check(tool: DeclaredTool, params: unknown): PolicyDecision {
    if (this.#tools.some((pattern) => fitsPattern(pattern, tool, params))) return ALLOWED;
    const hasOwn = this.#tools.some(
      (pattern) => typeof pattern !== 'string' && fitsPattern(pattern.tool, tool, params),
    );
    return denied(
      hasOwn
        ? `Tool '${tool.name}' is allowed only with other parameters than these.`
        : `Tool '${tool.name}' is not among the tools that are allowed here.`,
    );
  }
}
