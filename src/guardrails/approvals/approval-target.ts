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
import { readArguments } from './read-arguments.ts';

/** Names of earlier versions end in 16 digits. */
const TARGET_PATTERN = /^([a-z0-9][a-z0-9-]{0,23}):[\w.-]{1,20}:(?:[\w-]{20}|[0-9a-f]{16})$/;
const TOOL_CHARACTERS = 18;
/** 120 bits: whoever makes up two actions of one name gets the harmless one granted, and uses that for the other. */
const HASH_CHARACTERS = 20;
/** What lies deeper is cut where keys are put in order, and two calls that differ there are two actions. */
const DEPTH_MAX = 10;

/** The name of an action under a rule. */
export function targetOf(rule: string, tool: string, args: unknown): string {
  const readable = tool.slice(0, TOOL_CHARACTERS).replace(/[^\w.-]/g, '_') || '_';
  const written = writtenOut(args);
  const digits = hash('sha256', JSON.stringify([tool, written]), 'base64url').slice(
    0,
    HASH_CHARACTERS,
  );
  return `${rule}:${readable}:${digits}`;
}

/** One text for one meaning; of a text that readers may read differently, the text itself. */
function writtenOut(args: unknown): string {
  if (typeof args === 'string' && readArguments(args).isUntold) return `text ${args}`;
  return isDeeper(args, DEPTH_MAX) ? JSON.stringify(args) : stableJson(args);
}

/** The rule that asked under this name; null when none did. */
export function ruleOfTarget(target: string): string | null {
  return TARGET_PATTERN.exec(target)?.[1] ?? null;
}
