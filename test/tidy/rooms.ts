/**
 * The rooms of `src` as data: what lives in each, what it may import, and what others may import of it. The tables of
 * rooms in the documents are made from this one.
 */

export interface Room {
  /** What lives there, for the tables of the documents. */
  readonly what: string;
  /** Rooms whose doors this room may use, besides its own files. */
  readonly mayImport: readonly string[];
  /** npm packages it may import. Each needs a line in docs/dependencies.md. */
  readonly packages: readonly string[];
  /** Node's own modules it may import. */
  readonly builtins: readonly string[] | 'any';
  /** A pure room has no clock, no randomness, no I/O, no waiting and no memory of its own. */
  readonly pure: boolean;
  /**
   * The files other rooms may import, relative to the room. A door is a unit of loading: a room whose parts are needed
   * one at a time has several. In `base` every file is one.
   */
  readonly doors: readonly string[] | 'every file';
}

const door = ['index.ts'];

function room(what: string, mayImport: readonly string[], more: Partial<Room> = {}): Room {
  return { what, mayImport, packages: [], builtins: 'any', pure: false, doors: door, ...more };
}

function pureRoom(what: string, mayImport: readonly string[], more: Partial<Room> = {}): Room {
  return room(what, mayImport, { builtins: ['node:crypto'], pure: true, ...more });
}

/** The SDKs that adapters speak to: optional peers, loaded when they are used. */
const adapterPeers = [
  '@agentclientprotocol/sdk',
  '@anthropic-ai/claude-agent-sdk',
  '@langchain/core',
  '@langchain/langgraph',
  '@openai/agents',
  'ai',
  'langchain',
];

/**
 * The rooms of `src` and the arrows between them, from the leaf upwards. A room that is not listed may not exist, and
 * an arrow that nobody uses may not stand here.
 */
export const rooms: Readonly<Record<string, Room>> = {
  base: pureRoom(
    'the leaf that every room may use: reading JSON, names, clipping, secrets; what touches the machine is in `base/node`',
    [],
    { doors: 'every file' },
  ),
  wire: pureRoom(
    "the providers' wire formats, a folder each: requests, answers, streams, refusals, tool calls",
    ['base'],
    // Servers of MCP stream their messages as server-sent events too.
    { doors: ['index.ts', 'sse-frames.ts'] },
  ),
  // `index.ts` is the package's public door and takes bodies; inside, threads are asked about a conversation.
  detect: pureRoom('digests, scores, guards, and threads rebuilt from requests', ['base', 'wire'], {
    doors: ['index.ts', 'thread/index.ts', 'score/shown-repetition.ts', 'score/starts-beside.ts'],
  }),
  // What a browser may load too has doors of its own: behind the first is Node's hashing. So has the error class:
  // a command that only refuses its options must not load what decides. And so has what explains a stop to people: it
  // is no part of what the package offers; nor is how spending is counted, by which the gate counts teams, how a plain
  // decision is kept short, and the step for records that were checked when they were read. By how alike two answers are
  // the control plane tells an empty wake; by when an answer may be noticed to change the gate plans its timers.
  core: pureRoom(
    'contracts, constitution, activity, intent, safety, health, holds and the one pure `step`',
    ['base', 'detect'],
    {
      doors: [
        'index.ts',
        'activity-engine.ts',
        'browser.ts',
        'errors.ts',
        'explain-records.ts',
        'records/short-decision.ts',
        'holds/holds.ts',
        'holds/refused-title.ts',
        'holds/remedy.ts',
        'holds/stop-title.ts',
        'holds/wait-title.ts',
        'similarity.ts',
        'spending/index.ts',
        'step.ts',
        'wake/notice.ts',
      ],
    },
  ),
  shell: pureRoom(
    'reads command lines as a shell would, and refuses what it does not understand',
    [],
  ),
  store: room('the storage port behind its checks; `memory`, `sqlite`, `postgres`', ['base'], {
    packages: ['pg'],
  }),
  journal: room(
    "the journal's rows and chain, the fold over them, derived events, replay, retention",
    ['base', 'core', 'store'],
  ),
  prices: room('what tokens cost: price lists, and money in words', ['base', 'core', 'wire'], {
    doors: ['index.ts', 'money-text.ts'],
  }),
  audit: room(
    'windows, the log that publishes them, and proofs',
    ['base', 'core', 'detect', 'journal', 'store'],
    {
      packages: ['mcl-wasm', 'poseidon-lite', '@noble/ed25519', '@noble/hashes'],
      doors: ['index.ts', 'verify.ts', 'verify-proofs.ts', 'proofs.ts'],
    },
  ),
  gate: room('the only place that lets something through: records, admissions, stops, evidence', [
    'base',
    'core',
    'detect',
    'journal',
    'store',
  ]),
  transcripts: room('runs read from what agents left behind', ['base', 'detect', 'prices']),
  clients: room(
    'the coding agents, a folder and a row of `table.ts` each: headers, hooks, settings, login, transcripts',
    ['base', 'prices', 'transcripts'],
    { packages: ['smol-toml'], doors: clientDoors() },
  ),
  config: room('what a person configures: `tripwire.yaml`, environment, flags', ['base', 'core'], {
    packages: ['yaml', 'zod'],
    doors: ['index.ts', 'config-place.ts'],
  }),
  // What saves is asked while an agent is being stopped, by hooks too: they load no more of the room for it.
  guardrails: room(
    'policies for tools, feedback, completion, sessions',
    ['base', 'core', 'shell'],
    { doors: ['index.ts', 'wind-down/saving-call.ts'] },
  ),
  proxy: room(
    'the data plane: routes, relayed answers, threads',
    ['base', 'wire', 'detect', 'core', 'gate', 'prices', 'clients', 'config'],
    { packages: ['undici', 'gpt-tokenizer'] },
  ),
  // Reading protobuf loads a library, and most senders write one encoding or the other.
  otel: room("OpenTelemetry's traces, read into what an agent did", ['base', 'detect'], {
    packages: ['@bufbuild/protobuf'],
    doors: ['index.ts', 'read-protobuf.ts'],
  }),
  // Writing the manifest loads a YAML library, and asking an advisor is a process of its own: no hook waits for either.
  // A hook that lets a server judge loads none of the rules, and one that does not loads them when it has to.
  loop: room(
    "the rules for a coding agent's project: rules, manifest, identity, files, replays",
    ['base', 'detect', 'core', 'shell', 'clients'],
    {
      packages: ['yaml'],
      doors: [
        'index.ts',
        'manifest/write-manifest.ts',
        'advisor/run-advisor.ts',
        'files/state-folder.ts',
        'handle-loop-event.ts',
        'holds/release-loop-hold.ts',
        'plain/ask-plainly.ts',
        'plain/judge-plainly.ts',
      ],
    },
  ),
  hooks: room('carries hooks between a client and whoever decides', [
    'base',
    'core',
    'clients',
    'gate',
    'loop',
  ]),
  night: room('the supervisor of unattended work', ['base', 'clients', 'detect', 'loop']),
  control: room(
    'the control plane: api, alerts, people, incidents, figures',
    ['base', 'core', 'store', 'journal', 'prices', 'gate', 'transcripts'],
    {
      packages: ['zod', 'nodemailer', 'prom-client'],
      doors: [
        'index.ts',
        'agents/event-text.ts',
        'agents/event-title.ts',
        'agents/state-words.ts',
        'api/client.ts',
        'api/event-types.ts',
        'people/control-token.ts',
      ],
    },
  ),
  server: room(
    'the composition root: opens gates, starts, reloads, keeps house',
    [
      'base',
      'core',
      'store',
      'journal',
      'prices',
      'audit',
      'gate',
      'clients',
      'config',
      'guardrails',
      'proxy',
      'otel',
      'loop',
      'hooks',
      'control',
    ],
    { doors: serverDoors() },
  ),
  adapters: room(
    'agents built with an SDK, a folder for each',
    ['base', 'core', 'guardrails', 'server'],
    {
      packages: adapterPeers,
      doors: ['index.ts', 'mcp/index.ts'],
    },
  ),
  testing: room("fake provider, scripted agents, faulty store: for the demo and for users' tests", [
    'base',
    'wire',
    'detect',
    'core',
    'store',
    'gate',
    'guardrails',
  ]),
  cli: room(
    'the command `tripwire`: a folder for each large command, and the terminal',
    [
      'base',
      'wire',
      'detect',
      'core',
      'store',
      'journal',
      'prices',
      'audit',
      'gate',
      'transcripts',
      'clients',
      'config',
      'guardrails',
      'proxy',
      'loop',
      'hooks',
      'night',
      'control',
      'server',
      'adapters',
      'testing',
    ],
    { packages: ['diff', 'string-width'], doors: [] },
  ),
};

/** What is asked about a coding agent is asked one thing at a time, and a hook must not load the rest. */
function clientDoors(): string[] {
  return [
    'answer-lines.ts',
    'client-folder.ts',
    'claude-code/status-line.ts',
    'client-headers.ts',
    'client-hooks.ts',
    'context-reading.ts',
    'engine-forms.ts',
    'every-client.ts',
    'findings.ts',
    'hook-commands.ts',
    'hook-event.ts',
    'hook-settings.ts',
    'identity-part.ts',
    'identity-sources.ts',
    'installed.ts',
    'lines.ts',
    'missing-program.ts',
    'payload-fields.ts',
    'seen-agents.ts',
    'table.ts',
    'transcript-usage.ts',
    'transcripts/find-transcripts.ts',
    'transcripts/given-transcripts.ts',
    'transcripts/log-forms.ts',
    'transcripts/read-runs.ts',
    'transcripts/transcript-form.ts',
  ];
}

/** A server, a gate of one's own and a hook's way to either are loaded by different programs. */
function serverDoors(): string[] {
  return [
    'accept.ts',
    'agent-gate.ts',
    'approvals/nobody-asked.ts',
    'clock-watch.ts',
    'hook-embedded.ts',
    'hook-server.ts',
    'journal-store.ts',
    'journal-witness.ts',
    'managed-environment.ts',
    'move-journal.ts',
    'project-gate.ts',
    'protection-level.ts',
    'server-file.ts',
    'server-gate.ts',
    'signals.ts',
    'start.ts',
  ];
}
