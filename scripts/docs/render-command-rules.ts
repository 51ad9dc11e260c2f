/**
 * The tables of docs/guardrails.md: what each command rule catches, and what none of them sees. Both are made of the lists
 * that the test of the rules tries, so they say what is so.
 */
import { BUILT_IN_COMMAND_RULES } from '../../src/guardrails/policies/built-in-command-rules.ts';
import { FORBIDDEN_COMMANDS } from '../../test/kit/forbidden-commands.ts';
import { OUT_OF_SCOPE_COMMANDS } from '../../test/kit/out-of-scope-commands.ts';
import { markdownTable } from './markdown-table.ts';

const code = (command: string) => `\`${command.replaceAll('\n', '⏎').replaceAll('`', "'")}\``;

/** A row for each rule, with everything that the test tries against it. */
export function renderCommandRules(): string {
  const tried = Map.groupBy(FORBIDDEN_COMMANDS, ([rule]) => rule);
  const rules = [...BUILT_IN_COMMAND_RULES.map(({ id }) => id), 'unreadable'];
  return markdownTable(
    ['rule', 'catches'],
    rules.map((id) => [
      `\`${id}\``,
      (tried.get(id) ?? []).map(([, command]) => code(command)).join(', '),
    ]),
  );
}

/** What passes, and why. */
export function renderOutOfScope(): string {
  const byReason = Map.groupBy(OUT_OF_SCOPE_COMMANDS, ([why]) => why);
  return markdownTable(
    ['out of scope', 'passes'],
    [...byReason].map(([why, all]) => [why, all.map(([, command]) => code(command)).join(', ')]),
  );
}
