/**
 * The shape of `approvals`: what a person calls high-impact, who may say yes to it, and until when.
 */
import { z } from 'zod';

const LAPSE_SECONDS_MAX = 86_400;
const RULES_MAX = 64;
const ENTRIES_MAX = 100;
const USD_MAX = 1_000_000;

const text = (max: number) => z.string().min(1).max(max);
const texts = (max = 256) => z.array(text(max)).min(1).max(ENTRIES_MAX);

const command = z.strictObject({
  programs: texts().exactOptional().describe('The program, without its folder: one of these.'),
  verbs: texts()
    .exactOptional()
    .describe('These words, in this order, among the arguments that aren’t options.'),
  options: z
    .array(texts())
    .min(1)
    .max(ENTRIES_MAX)
    .exactOptional()
    .describe('One option of each group.'),
  arguments: texts().exactOptional().describe('One argument matches one of these.'),
  redirects: texts()
    .exactOptional()
    .describe('One redirection goes to, or comes from, one of these.'),
  variables: texts().exactOptional().describe('It sets one of these variables.'),
  fedBy: texts().exactOptional().describe('It reads from a pipe that one of these writes into.'),
});

const tool = z.union(
  [
    text(256),
    z.strictObject({ tool: text(256), where: z.record(text(256), text(1_024)).exactOptional() }),
  ],
  'must be the name of a tool, or { tool, where } with parameters and what they look like',
);

/** What makes an action high-impact, by the names of the file. */
const MEANT = ['tools', 'mcp_tools', 'commands', 'paths', 'hosts'] as const;

const rule = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,23}$/,
        'must be 1 to 24 small letters, digits and dashes, such as push-to-main',
      )
      .describe('Unique name of the rule.'),
    agents: texts(64).exactOptional().describe('Agents that the rule applies to, * for any text.'),
    doors: z
      .array(z.enum(['hook', 'mcp', 'adapter', 'wire']))
      .min(1)
      .max(4)
      .exactOptional()
      .describe('Where it asks: hooks, tripwire mcp, adapters, the proxy. All when absent.'),
    tools: z
      .array(tool)
      .min(1)
      .max(ENTRIES_MAX)
      .exactOptional()
      .describe('Tools by name, * for any text, or { tool, where } with parameters.'),
    mcp_tools: texts()
      .exactOptional()
      .describe('Tools of MCP servers by their own names, without the prefix that a client adds.'),
    commands: z
      .array(command)
      .min(1)
      .max(ENTRIES_MAX)
      .exactOptional()
      .describe('Commands in a tool call, in the form of the rules of commandRules.'),
    paths: texts(1_024)
      .exactOptional()
      .describe('Files and folders with their contents; without a leading /, wherever they are.'),
    hosts: texts()
      .exactOptional()
      .describe('Hosts that a call reaches, such as *.prod.example.com.'),
    spending: z
      .strictObject({
        usd_per_call: z
          .number()
          .positive()
          .max(USD_MAX)
          .describe('Ask about a model call that would cost more, or whose price is unknown.'),
      })
      .exactOptional()
      .describe(
        'Model calls by what they would cost at list prices. Must be the only condition of its rule.',
      ),
    answered_by: texts(64)
      .exactOptional()
      .describe(
        'Who may answer: names of tokens, api for the owner’s, role:ROLE, alert-link. Default: every operator.',
      ),
    lapse_seconds: z
      .int()
      .min(1)
      .max(LAPSE_SECONDS_MAX)
      .default(900)
      .describe(
        'It is refused if nobody answers for this long. An approval stays valid for the same time.',
      ),
    shadow: z
      .boolean()
      .exactOptional()
      .describe('true: nobody is asked and nothing waits; what would have been asked is reported.'),
    why: text(500).exactOptional().describe('A note for the person who answers.'),
  })
  .refine(
    (one) => one.spending !== undefined || MEANT.some((field) => one[field] !== undefined),
    `must say what it is about: ${MEANT.join(', ')} or spending`,
  )
  .refine(
    (one) => one.spending === undefined || MEANT.every((field) => one[field] === undefined),
    'spending is a rule of its own; put the rest into another rule',
  );

/** All rules; none unless a person names some. */
export const approvalsSchema = z.array(rule).max(RULES_MAX).default([]);
