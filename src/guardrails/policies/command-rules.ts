import { fitsAny } from '../../base/glob.ts';
/**
 * Command rules as a policy: the commands that a tool would run are read and held against the rules.
 *
 * What cannot be read is denied, and so is a command that is no text.
 */
import { readCommandLine, variantsOf, type SimpleCommand } from '../../shell/index.ts';
import type { Filesystem } from '../files/filesystem.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import { BUILT_IN_COMMAND_RULES } from './built-in-command-rules.ts';
import { forbids, type CommandRule } from './command-rule.ts';
import { scenesOf, type CommandScene } from './command-scene.ts';
import { COMMAND_PARAMS, commandTexts } from './command-texts.ts';

/** What the policy is made of. */
export interface CommandRulesOptions {
  /** Tools it looks at, `*` for any text; all that have such a parameter when it is not given. */
  readonly tools?: readonly string[];
  /** The parameters that hold a command line, at any depth: `command` and `cmd` when it is not given. */
  readonly commandParams?: readonly string[];
  /** Rules of your own, besides those that come with the guardrails. */
  readonly rules?: readonly CommandRule[];
  /** Ids of built-in rules that do not apply here. */
  readonly except?: readonly string[];
  readonly name?: string;
}

const SHOWN_CHARACTERS = 120;
const COMMANDS_MAX = 1_000;

/** Denies commands that a rule forbids. */
export class CommandRules implements ToolPolicy {
  readonly name: string;
  readonly #tools: readonly string[];
  readonly #commandParams: readonly string[];
  readonly #rules: readonly CommandRule[];

  constructor(options: CommandRulesOptions = {}) {
    const { rules = [], except = [] } = options;
    const known = BUILT_IN_COMMAND_RULES.map(({ id }) => id);
    const strange = except.find((id) => !known.includes(id));
    if (strange !== undefined) {
      refuseGuardrail(
        'except',
        `names no rule with ${JSON.stringify(strange)}; there are: ${known.join(', ')}`,
      );
    }
    const kept = BUILT_IN_COMMAND_RULES.filter(({ id }) => !except.includes(id));
    this.#rules = [...kept, ...rules];
    const ids = this.#rules.map(({ id }) => id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) {
      refuseGuardrail(
        'rules',
        `have two with the id ${JSON.stringify(twice)}; give one another id`,
      );
    }
    this.name = options.name ?? 'command_rules';
    this.#tools = options.tools ?? ['*'];
    this.#commandParams = options.commandParams ?? COMMAND_PARAMS;
  }

  async check(
    tool: DeclaredTool,
    params: unknown,
    { filesystem }: PolicyContext,
  ): Promise<PolicyDecision> {
    if (!fitsAny(this.#tools, tool.name)) return ALLOWED;
    const lines = commandTexts(params, this.#commandParams);
    if (lines === null) {
      return denied(`Tool '${tool.name}' must be given its command as text or as a list of words.`);
    }
    for (const line of lines) {
      const reason = await this.#reasonAgainst(line, filesystem);
      if (reason !== null) return denied(reason);
    }
    return ALLOWED;
  }

  async #reasonAgainst(text: string, filesystem: Filesystem | null): Promise<string | null> {
    const line = readCommandLine(text);
    if (line.commands.length > COMMANDS_MAX) {
      return `The line has ${line.commands.length} commands; at most ${COMMANDS_MAX} are looked at. Split it.`;
    }
    const variants = variantsOf(line.commands);
    for (const [index, scene] of scenesOf(line, filesystem).entries()) {
      const command = line.commands[index];
      for (const one of command === undefined ? [] : [command, ...(variants[index] ?? [])]) {
        const rule = await this.#ruleAgainst(one, scene);
        if (rule !== null) {
          return `Command '${shown(one)}' is not allowed: ${rule.why} [${rule.id}].`;
        }
      }
    }
    const [unread] = line.unreadable;
    if (unread === undefined) return null;
    return `The command line cannot be read (${unread.what}), so it cannot be allowed; write it more simply [unreadable].`;
  }

  async #ruleAgainst(command: SimpleCommand, scene: CommandScene): Promise<CommandRule | null> {
    for (const rule of this.#rules) {
      if (await forbids(rule, command, scene)) return rule;
    }
    return null;
  }
}

function shown({ assignments, words, redirects }: SimpleCommand): string {
  const parts = [
    ...assignments.map(({ name }) => `${name}=…`),
    ...words.map(({ text }) => text),
    ...redirects.map(({ operator, target }) => `${operator} ${target.text}`),
  ].join(' ');
  return parts.length <= SHOWN_CHARACTERS ? parts : `${parts.slice(0, SHOWN_CHARACTERS)}…`;
}
