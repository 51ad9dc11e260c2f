import { fitsAny } from '../../base/glob.ts';
/**
 * Approval rules: which actions a person called high-impact, and which rule a call falls under.
 *
 * Pure, and by the same readers that the policies use, so that a command, a path or a host means the same in both.
 * What cannot be told counts as meant: a question too many is better than an action that nobody was asked about.
 */
import { readCommandLine, variantsOf, type CommandLine } from '../../shell/index.ts';
import { fitsShape, type CommandShape } from '../policies/command-rule.ts';
import { runsUnseenInput } from '../policies/command-rules/unseen-input.ts';
import { COMMAND_PARAMS, commandTexts } from '../policies/command-texts.ts';
import { namedHosts, URL_PARAMS } from '../policies/named-hosts.ts';
import { fitsPattern, type ToolPattern } from '../tool-call/tool-pattern.ts';
import { namesPath } from './approval-paths.ts';
import { readArguments, type ReadArguments } from './read-arguments.ts';

/** Where an action is seen: a client's hook, an MCP gate, an SDK's adapter, or the model's answer on the wire. */
export type ApprovalDoor = 'hook' | 'mcp' | 'adapter' | 'wire';

/** Actions that need a person's yes. Every field that is given must fit; of its list one entry is enough. */
export interface ApprovalRule {
  /** Unique, in small letters, digits and dashes. */
  readonly name: string;
  /** Agents it is about, `*` for any text; all when it is not given. */
  readonly agents?: readonly string[];
  /** Where it asks; everywhere when it is not given. */
  readonly doors?: readonly ApprovalDoor[];
  readonly tools?: readonly ToolPattern[];
  /** Tools of MCP servers, by their own names, whatever a client puts before them. */
  readonly mcpTools?: readonly string[];
  readonly commands?: readonly CommandShape[];
  /** Files and folders with all that is in them; one that doesn't begin with `/` is meant wherever it lies. */
  readonly paths?: readonly string[];
  readonly hosts?: readonly string[];
  /** Model calls that would cost more than this. Such a rule is about nothing else. */
  readonly spending?: { readonly usdPerCall: number };
}

/** A tool call that is about to run. */
export interface AskedCall {
  readonly door: ApprovalDoor;
  readonly agent: string;
  readonly tool: string;
  /** Parsed JSON, or the text that a model wrote as its arguments. */
  readonly args: unknown;
  /** The folder it runs in, where that is known: relative paths are read from there. */
  readonly cwd?: string;
}

const COMMANDS_MAX = 1_000;
const MICRO = 1_000_000;

/** The first rule that the call falls under; null when it falls under none. */
export function ruleForCall<Rule extends ApprovalRule>(
  rules: readonly Rule[],
  call: AskedCall,
): Rule | null {
  const read = readArguments(call.args);
  return rules.find((rule) => rule.spending === undefined && isMeant(rule, call, read)) ?? null;
}

/** The first rule that a model call falls under by its price; null: none. A price that nobody knows is over every limit. */
export function ruleForSpending<Rule extends ApprovalRule>(
  rules: readonly Rule[],
  call: { readonly agent: string; readonly costMicroUsd: number | null },
): Rule | null {
  const { agent, costMicroUsd } = call;
  const isOver = ({ spending }: Rule) =>
    spending !== undefined &&
    (costMicroUsd === null || costMicroUsd > Math.round(spending.usdPerCall * MICRO));
  return rules.find((rule) => isOver(rule) && fitsAny(rule.agents ?? ['*'], agent)) ?? null;
}

/** Whether any rule asks about tool calls of this agent at this door, whatever they look like. */
export function asksAt(
  rules: readonly ApprovalRule[],
  place: Pick<AskedCall, 'door' | 'agent'>,
): boolean {
  return rules.some((rule) => rule.spending === undefined && isAt(rule, place));
}

function isAt(
  { agents, doors }: ApprovalRule,
  { agent, door }: Pick<AskedCall, 'door' | 'agent'>,
): boolean {
  return fitsAny(agents ?? ['*'], agent) && (doors?.includes(door) ?? true);
}

function isMeant(
  rule: ApprovalRule,
  call: Omit<AskedCall, 'args'>,
  { args, isUntold }: ReadArguments,
): boolean {
  const { commands, paths, hosts } = rule;
  const said = { ...call, args };
  return (
    isAt(rule, call) &&
    isTool(rule, said, isUntold) &&
    (commands === undefined || isUntold || runs(commands, said)) &&
    (paths === undefined || isUntold || namesPath(paths, args, call.cwd ?? null)) &&
    (hosts === undefined || isUntold || reaches(hosts, said))
  );
}

function isTool(
  { tools, mcpTools }: ApprovalRule,
  { tool, args }: AskedCall,
  isUntold: boolean,
): boolean {
  if (tools === undefined && mcpTools === undefined) return true;
  const isNamed = (tools ?? []).some((pattern) => {
    const meant = isUntold && typeof pattern !== 'string' ? pattern.tool : pattern;
    return fitsPattern(meant, { name: tool }, args);
  });
  return isNamed || ownNames(tool).some((name) => fitsAny(mcpTools ?? [], name));
}

/** Clients put the server's name before a tool's: `mcp__github__create_issue` is `create_issue`. */
function ownNames(tool: string): readonly string[] {
  const parts = tool.split('__');
  return parts.map((_, index) => parts.slice(index).join('__'));
}

function runs(shapes: readonly CommandShape[], { args }: AskedCall): boolean {
  const lines = commandTexts(args, COMMAND_PARAMS);
  return lines === null || lines.some((text) => isLineMeant(shapes, readCommandLine(text)));
}

function isLineMeant(shapes: readonly CommandShape[], line: CommandLine): boolean {
  const { commands, unreadable } = line;
  if (unreadable.length > 0 || commands.length > COMMANDS_MAX) return true;
  const variants = variantsOf(commands);
  return commands.some((command, index) =>
    [command, ...(variants[index] ?? [])].some((one) => {
      const scene = { line, index };
      const isUntold = one.words.length > 0 && one.program === null;
      return (
        isUntold ||
        runsUnseenInput(one, scene) ||
        shapes.some((shape) => fitsShape(shape, one, scene))
      );
    }),
  );
}

function reaches(hosts: readonly string[], { args }: AskedCall): boolean {
  const named = namedHosts(args, URL_PARAMS, COMMAND_PARAMS);
  if (named.kind !== 'hosts') return true;
  const wanted = hosts.map((host) => host.toLowerCase());
  return named.hosts.some((host) => host === null || fitsAny(wanted, host));
}
