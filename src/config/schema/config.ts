/**
 * The shape of `tripwire.yaml`: every key with its bounds, its default and what it is for.
 *
 * This is the one place. The check, the types, the JSON Schema for editors and the table in
 * docs/configuration.md all come from here.
 */
import { z } from 'zod';
import { AGENT_NAME_PATTERN, AGENT_NAME_RULE } from '../../base/agent-name.ts';
import { LOG_LEVELS } from '../../base/log.ts';
import { approvalsSchema } from './approvals.ts';
import { budgets, label, teams } from './budgets.ts';
import { killSwitchDefaults, killSwitchOverride } from './kill-switch.ts';
import { plan } from './plan.ts';
import { secondOpinionSchema } from './second-opinion.ts';
import { stuck } from './stuck.ts';
import { subagents } from './subagents.ts';
import { chatCommands, upstreamsSchema } from './upstreams.ts';
import { onStop, windDown } from './wind-down.ts';

const port = z.int().min(0).max(65_535);
const host = z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/, 'must be a host name or an IP address');
const place = z.string().min(1).max(4096);

/** The largest own budgets that the core's records can carry. */
const TOKENS_PER_MINUTE_MAX = 9_999_999;
const TOOL_CALLS_PER_MINUTE_MAX = 9_999;

const retention = z
  .strictObject({
    days: z.int().min(1).max(3650).default(30).describe('Days that the journal is kept.'),
    max_mb: z
      .int()
      .min(16)
      .max(1_048_576)
      .default(1024)
      .describe('Size in MB from which the oldest of the journal goes.'),
  })
  .prefault({});

const agent = z.strictObject({
  mode: z
    .enum(['enforce', 'shadow'])
    .exactOptional()
    .describe(
      'shadow: every rule that you can set only reports for this agent. The constitution’s six vetoes always act.',
    ),
  tags: z
    .array(z.string().min(1).max(64))
    .max(32)
    .exactOptional()
    .describe('Tags by which teams can include it.'),
  user: label('The user it works for; overrides what its requests say (x-tripwire-user).'),
  project: label('The project it works on; overrides what its requests say (x-tripwire-project).'),
  branch: label('The branch it works on; overrides what its requests say (x-tripwire-branch).'),
  kill_switch: killSwitchOverride
    .prefault({})
    .describe('What is different from kill_switch for this agent; the rest is as there.'),
  on_stop: onStop.exactOptional(),
  audit: z
    .enum(['off', 'on'])
    .exactOptional()
    .describe('Whether windows are measured and logged for this agent; as audit says when absent.'),
  max_tokens_per_minute: z
    .int()
    .min(1)
    .max(TOKENS_PER_MINUTE_MAX)
    .exactOptional()
    .describe(
      'Its own token limit for the last minute. Can be tighter than the constitution’s, not looser.',
    ),
  max_tool_calls_per_minute: z
    .int()
    .min(1)
    .max(TOOL_CALLS_PER_MINUTE_MAX)
    .exactOptional()
    .describe(
      'Its own tool-call limit for the last minute. Can be tighter than the constitution’s, not looser.',
    ),
  limits_shadow: z
    .boolean()
    .exactOptional()
    .describe('true: the two limits above only report. The constitution’s limits always act.'),
  budgets: budgets
    .exactOptional()
    .describe('What is different from budgets for this agent; the rest is as there.'),
  plan: plan
    .exactOptional()
    .describe('What is different from plan for this agent; the rest is as there.'),
  subagents: subagents
    .exactOptional()
    .describe('What is different from subagents for this agent; the rest is as there.'),
  attest: z
    .boolean()
    .exactOptional()
    .describe('Whether this agent needs hooks that report; without it, as attest above says.'),
});

const milliseconds = z.int().max(86_400_000);
const limits = z
  .strictObject({
    body_mb: z.int().min(1).max(1024).default(32).describe('Largest request body in MB.'),
    header_kb: z.int().min(8).max(1024).default(64).describe('Largest request head in KB.'),
    connections: z
      .int()
      .min(1)
      .max(65_535)
      .default(1024)
      .describe('Connections of agents at the same time.'),
    request_timeout_ms: milliseconds
      .min(1000)
      .default(600_000)
      .describe('Longest time for one request in milliseconds.'),
    upstream_connect_ms: milliseconds
      .min(100)
      .default(10_000)
      .describe('Longest time to connect to an upstream in milliseconds.'),
    idle_ms: milliseconds
      .min(1000)
      .default(300_000)
      .describe('Longest silence on a connection or in a stream in milliseconds.'),
  })
  .prefault({});

const log = z
  .strictObject({
    level: z
      .enum(LOG_LEVELS)
      .default('warn')
      .describe('error, warn, info or debug: less urgent messages are left out.'),
    file: place
      .exactOptional()
      .describe(
        'File for the log, as lines of JSON; by default standard error. Relative to this file.',
      ),
  })
  .prefault({});

/** What the address leaves out is read from the `PG*` variables. A password in it would be shown to whoever looks. */
const storeUrl = z
  .string()
  .refine(
    (url) => /^postgres(?:ql)?:\/\/(?:[^:@/?]*@)?[^@]*$/.test(url) && !/[?&]password=/i.test(url),
    'must be postgres://USER@HOST:PORT/NAME without a password: that is in PGPASSWORD or ~/.pgpass',
  );

/** The whole file. */
export const configSchema = z.strictObject({
  data: place
    .default('~/.tripwire')
    .describe('Folder of the journal and all state. Relative to this file; ~ is the home folder.'),
  store: storeUrl
    .exactOptional()
    .describe(
      'postgres://USER@HOST:PORT/NAME keeps the journal in Postgres instead of the data folder; the password is in PGPASSWORD or ~/.pgpass.',
    ),
  fleet: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      'on: several servers serve the database of store at once, and any of them any agent.',
    ),
  watchdog: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      'on, with store: a process beside the server kills it if it stands still when its lease ends. Let something start it again.',
    ),
  port: port.default(4180).describe('Port for agents (data plane). 0: any free one.'),
  admin_port: port.default(4181).describe('Port for people (control plane). 0: any free one.'),
  host: host.default('127.0.0.1').describe('Address that the data plane listens on.'),
  admin_host: host.default('127.0.0.1').describe('Address that the control plane listens on.'),
  admin_tls: z
    .strictObject({
      cert: place.describe('File with the certificate, in PEM. Relative to this file.'),
      key: place.describe('File with its key, in PEM. Relative to this file.'),
    })
    .exactOptional()
    .describe('Certificate of the control plane; with it, it may listen beyond this machine.'),
  allow_remote: z
    .boolean()
    .default(false)
    .describe('Permit listening beyond this machine. Without it such an address is refused.'),
  chat_commands: chatCommands
    .exactOptional()
    .describe('Chats in which people may type stop-all; see docs/stops.md.'),
  constitution: place
    .default('coding-v1')
    .describe(
      'coding-v1 (1,000,000 tokens and 240 tool calls a minute), frozen-v0.2 (50,000 and 60), or a file with your own. Fixed while the process runs.',
    ),
  registration: z
    .enum(['open', 'closed'])
    .default('open')
    .describe('open: an unknown agent is registered when it first calls. closed: it is refused.'),
  capture: z
    .enum(['none', 'on-stop', 'all'])
    .default('on-stop')
    .describe(
      'When text is kept as evidence: never, around a stop, or always. Secrets are redacted.',
    ),
  evidence_days: z.int().min(1).max(3650).default(7).describe('Days that evidence is kept.'),
  attest: z
    .boolean()
    .default(false)
    .describe(
      'Refuse the model calls of a session once a tool has run and its hooks never reported here.',
    ),
  retention: retention.describe('How long and how large the journal may get.'),
  upstreams: upstreamsSchema.describe(
    'Where requests go. openai, anthropic and gemini are there from the start; add others by name.',
  ),
  kill_switch: killSwitchDefaults.describe(
    'The kill switch of every agent that says nothing else.',
  ),
  on_stop: onStop.default('refuse'),
  wind_down: windDown.describe('How much may be saved while an agent winds down.'),
  second_opinion: secondOpinionSchema
    .exactOptional()
    .describe(
      'A model that is asked once, between warning and stop, whether a thread makes progress. Off when absent.',
    ),
  budgets: budgets
    .exactOptional()
    .describe(
      'Budgets of every agent that says nothing else. A call that does not fit is refused.',
    ),
  plan: plan
    .exactOptional()
    .describe(
      'What to do at the five-hour and weekly limits of a subscription. They are always shown; without this nothing is stopped.',
    ),
  subagents: subagents
    .exactOptional()
    .describe('Limits for subagents. Without it they have none of their own.'),
  stuck: stuck.describe(
    'Agents that are stuck without looping: when Tripwire notices, and what it does.',
  ),
  teams: teams.describe('Agents that share budgets, by the name of the team.'),
  prices: place
    .exactOptional()
    .describe(
      'File with prices that override the list, in the form that tripwire scan takes; otherwise prices.json in the data folder, if it exists. Relative to this file.',
    ),
  audit: z
    .enum(['off', 'on'])
    .default('off')
    .describe('on: windows of 48 s are measured on every agent and published in a log.'),
  governor: z
    .enum(['off', 'on'])
    .default('off')
    .describe('on: make agents wait if a window would otherwise have less than a quarter of rest.'),
  steer: z
    .enum(['off', 'on', 'wire'])
    .default('on')
    .describe(
      'Whether an agent that begins to loop is warned before it is stopped. on: by hooks, adapters and tripwire mcp. wire: also by a note added to its next request. off: never.',
    ),
  agents: z
    .record(z.string().regex(AGENT_NAME_PATTERN, `must be ${AGENT_NAME_RULE}`), agent)
    .default({})
    .describe('What is different for one agent, by name.'),
  policies: z
    .array(z.record(z.string(), z.unknown()))
    .default([])
    .describe(
      'Policies for tool calls through tripwire mcp: one field each, the policy’s name with its options; add shadow: true to let it only report.',
    ),
  approvals: approvalsSchema.describe(
    'Actions that wait for a person’s approval. Nobody is asked about anything that no rule names.',
  ),
  limits: limits.describe('Sizes and times of the data plane.'),
  log: log.describe('What the server says about its own problems.'),
});

/** A checked file with its defaults filled in, under the names of the file. */
export type Written = z.output<typeof configSchema>;
