/**
 * The name of an action that a rule asks about: the same action of the same session has the same name, so that a later
 * try finds the answer to an earlier question.
 *
 * Who may answer is a matter of the rule, so the rule is part of the name. Names of this form belong to rules alone;
 * nothing else that asks may use them.
 */
import { hash } from 'node:crypto';
import { isDeeper } from '../../base/json-keys.ts';
import { stableJson } from '../../base/stable-json.ts';

const TARGET_PATTERN = /^([a-z0-9][a-z0-9-]{0,23}):[\w.-]{1,20}:[0-9a-f]{16}$/;
const TOOL_CHARACTERS = 20;
const HASH_DIGITS = 16;
/** What lies deeper is cut where keys are put in order, and two calls that differ there are two actions. */
const DEPTH_MAX = 10;

/** The name of an action under a rule. */
export function targetOf(rule: string, tool: string, args: unknown): string {
  const readable = tool.slice(0, TOOL_CHARACTERS).replace(/[^\w.-]/g, '_') || '_';
  const written = isDeeper(args, DEPTH_MAX) ? JSON.stringify(args) : stableJson(args);
  const digits = hash('sha256', JSON.stringify([tool, written]), 'hex').slice(0, HASH_DIGITS);
  return `${rule}:${readable}:${digits}`;
}

/** The rule that asked under this name; null when none did. */
export function ruleOfTarget(target: string): string | null {
  return TARGET_PATTERN.exec(target)?.[1] ?? null;
}
