/**
 * Require approval: some calls run only after somebody has said yes to this very call.
 *
 * No answer in time, a broken port, or anything but a clear yes is a no.
 */
import { randomBytes } from 'node:crypto';
import { withDeadline } from '../../base/node/deadline.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import { checkedPatterns, fitsPattern, type ToolPattern } from '../tool-call/tool-pattern.ts';
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import type { ApprovalAction, ApprovalAnswer, ApprovalPort } from './approval.ts';

/** What the policy is made of. */
export interface RequireApprovalOptions {
  /** The calls that need a yes. */
  readonly tools: readonly ToolPattern[];
  readonly port: ApprovalPort;
  /** How long to wait for an answer. */
  readonly lapseMs: number;
  /** What whoever answers is told. */
  readonly why?: string;
  readonly name?: string;
}

const LAPSE_MS_MAX = 24 * 60 * 60 * 1_000;
const TOOL_CHARACTERS = 32;

/** Lets a call wait for a yes. */
export class RequireApproval implements ToolPolicy {
  readonly name: string;
  readonly #tools: readonly ToolPattern[];
  readonly #port: ApprovalPort;
  readonly #lapseMs: number;
  readonly #why: string | null;

  constructor({ tools, port, lapseMs, why, name = 'require_approval' }: RequireApprovalOptions) {
    if (!Number.isInteger(lapseMs) || lapseMs < 1 || lapseMs > LAPSE_MS_MAX) {
      const words = `must be a whole number of milliseconds from 1 to ${LAPSE_MS_MAX}, not ${lapseMs}`;
      refuseGuardrail('lapseMs', words);
    }
    this.name = name;
    this.#tools = checkedPatterns(tools);
    this.#port = port;
    this.#lapseMs = lapseMs;
    this.#why = why ?? null;
  }

  async check(
    tool: DeclaredTool,
    params: unknown,
    { session, callId }: PolicyContext,
  ): Promise<PolicyDecision> {
    if (!this.#tools.some((pattern) => fitsPattern(pattern, tool, params))) return ALLOWED;
    const action: ApprovalAction = {
      target: newTarget(tool.name),
      tool: tool.name,
      params,
      sessionId: session.id,
      callId,
      why: this.#why ?? `${tool.name} needs approval`,
      lapseMs: this.#lapseMs,
    };
    const answer = await this.#ask(action);
    if (answer === 'granted') return ALLOWED;
    const how =
      answer === 'lapsed' ? `nobody said yes within ${this.#lapseMs} ms` : 'it was refused';
    return denied(
      `Tool '${tool.name}' needs approval, and ${how}. Do not repeat this call; ask first.`,
    );
  }

  async #ask(action: ApprovalAction): Promise<ApprovalAnswer> {
    const over = new AbortController();
    try {
      const answer = this.#port.ask(action, over.signal);
      return await withDeadline(answer, action.lapseMs, () => 'lapsed' as const);
    } finally {
      over.abort();
    }
  }
}

/**
 * A name for this one question. Never the same twice: if two waited under one name, clearing away the refusal of one
 * would look to the other as if it had been granted.
 */
function newTarget(tool: string): string {
  const readable = tool.slice(0, TOOL_CHARACTERS).replace(/[^\w.-]/g, '_');
  return `${readable}:${randomBytes(8).toString('hex')}`;
}
