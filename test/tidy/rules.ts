/**
 * The house rules as data, all in this one place. The files `check-*.ts` beside it only apply them; to allow or
 * forbid something, change a line here and say why.
 */

export interface Room {
  /** Rooms whose door this room may use, besides its own files. */
  readonly mayImport: readonly string[];
  /** npm packages it may import. Each needs a line in docs/dependencies.md. */
  readonly packages: readonly string[];
  /** Node's own modules it may import. */
  readonly builtins: readonly string[] | 'any';
  /** A pure room has no clock, no randomness, no I/O, no waiting and no memory of its own. */
  readonly pure: boolean;
  /** The files other rooms may import, relative to the room. */
  readonly doors: readonly string[];
}

/** What every room but the two pure ones may import: the contracts and the configuration. */
const everywhere = ['core', 'config'];
const door = ['index.ts'];

function room(mayImport: readonly string[], more: Partial<Room> = {}): Room {
  const open = [...new Set([...everywhere, ...mayImport])];
  return { mayImport: open, packages: [], builtins: 'any', pure: false, doors: door, ...more };
}

function pureRoom(mayImport: readonly string[]): Room {
  return { mayImport, packages: [], builtins: ['node:crypto'], pure: true, doors: door };
}

const allRooms = [
  'core',
  'detect',
  'audit',
  'guardrails',
  'transcripts',
  'config',
  'store',
  'gate',
  'proxy',
  'control',
  'hooks',
  'loop',
  'adapters',
  'cli',
  'testing',
];

/** The SDKs that adapters speak to: optional peers, loaded when they are used. */
const adapterPeers = [
  '@agentclientprotocol/sdk',
  '@anthropic-ai/claude-agent-sdk',
  '@langchain/core',
  '@langchain/langgraph',
  '@modelcontextprotocol/sdk',
  '@openai/agents',
  '@openai/codex-sdk',
  'ai',
  'langchain',
];

/** The rooms of `src` and the arrows between them. A room that is not listed may not exist. */
export const rooms: Readonly<Record<string, Room>> = {
  // What a browser may load too has a door of its own: behind the first is Node's hashing.
  core: { ...pureRoom(['detect']), doors: ['index.ts', 'browser.ts'] },
  detect: pureRoom([]),
  audit: room(['core', 'detect'], {
    packages: ['mcl-wasm', 'poseidon-lite', '@noble/ed25519', '@noble/hashes'],
    doors: ['index.ts', 'verify.ts', 'verify-proofs.ts', 'proofs.ts'],
  }),
  guardrails: room(['core']),
  transcripts: room(['detect']),
  config: room([], { packages: ['yaml', 'zod'] }),
  store: room(['core', 'audit']),
  gate: room(['core', 'detect', 'audit', 'store']),
  proxy: room(['gate', 'detect'], { packages: ['undici', 'gpt-tokenizer'] }),
  control: room(['gate', 'audit', 'store'], {
    packages: ['zod', 'nodemailer', 'prom-client'],
    doors: ['index.ts', 'client.ts'],
  }),
  hooks: room(['core', 'detect', 'guardrails', 'loop', 'gate']),
  // The supervisor has a door of its own: a hook must not wait for what only a night needs.
  loop: room(['core', 'detect', 'guardrails', 'gate'], {
    packages: ['yaml'],
    doors: ['index.ts', 'supervisor.ts'],
  }),
  adapters: room(['guardrails', 'core', 'gate', 'store'], {
    packages: adapterPeers,
    doors: ['index.ts', 'server.ts', 'mcp.ts'],
  }),
  cli: room(allRooms),
  testing: room(allRooms.filter((name) => name !== 'cli')),
};

/** The dashboard: what it may import besides its own files. */
export const web = {
  /** Of the server only the types, the client and the verifier; everything else would be shipped to the browser. */
  doors: ['src/control/client.ts', 'src/audit/verify.ts', 'src/audit/verify-proofs.ts'],
  packages: [
    'react',
    'react-dom',
    'radix-ui',
    'lucide-react',
    'uplot',
    'clsx',
    'tailwind-merge',
    'class-variance-authority',
    '@tanstack/react-query',
    '@tanstack/react-router',
    '@tanstack/react-virtual',
  ],
};

/** What a test beside the source may import on top of its room: the tools of testing, and any of Node. */
export const testsMayAlsoImport = {
  rooms: ['testing'],
  packages: [
    'vitest',
    'fast-check',
    'canonicalize',
    'smtp-server',
    'standardwebhooks',
    'openai',
    '@anthropic-ai/sdk',
    'ai',
    '@ai-sdk/openai',
    '@ai-sdk/anthropic',
    '@ai-sdk/google',
    '@google/genai',
    '@openai/agents',
    '@langchain/openai',
    '@langchain/anthropic',
    '@langchain/core',
    '@sigstore/verify',
    'zod',
  ],
  folders: ['test', 'spec'],
};

/**
 * The pure rooms may hash and nothing more, so only these names of a Node module may be imported there: the rest of
 * `node:crypto` makes random numbers or works in the background.
 */
export const pureBuiltinNames: Readonly<Record<string, readonly string[]>> = {
  'node:crypto': ['createHash', 'createHmac', 'hash', 'timingSafeEqual', 'Hash', 'Hmac'],
};

/** Names that reach outside a pure function, with what to do instead. */
export const impureNames: Readonly<Record<string, string>> = {
  Date: 'time comes in with the record',
  performance: 'time comes in with the record',
  crypto: 'import createHash from node:crypto; randomness is not available',
  process: 'the environment comes in as an argument',
  console: 'return what is to be said',
  fetch: 'I/O belongs to a shell room',
  XMLHttpRequest: 'I/O belongs to a shell room',
  WebSocket: 'I/O belongs to a shell room',
  EventSource: 'I/O belongs to a shell room',
  setTimeout: 'return wakeAt; the gate owns the clock',
  setInterval: 'return wakeAt; the gate owns the clock',
  setImmediate: 'return wakeAt; the gate owns the clock',
  clearTimeout: 'return wakeAt; the gate owns the clock',
  clearInterval: 'return wakeAt; the gate owns the clock',
  clearImmediate: 'return wakeAt; the gate owns the clock',
  queueMicrotask: 'a pure function answers at once',
  Promise: 'a pure function answers at once',
  Worker: 'a pure function answers at once',
  Atomics: 'a pure function shares no memory',
  SharedArrayBuffer: 'a pure function shares no memory',
  WeakRef: 'it depends on the garbage collector',
  FinalizationRegistry: 'it depends on the garbage collector',
  Intl: 'it depends on the locale of the machine',
  globalThis: 'it is a way around this list',
  global: 'it is a way around this list',
  require: 'use import',
  eval: 'it is a way around this list',
  Function: 'it is a way around this list',
};

/** Members that make a pure function depend on chance or on the machine, whatever object they hang on. */
export const impureMembers: Readonly<Record<string, string>> = {
  random: 'a pure function has no chance in it',
  localeCompare: 'it depends on the locale of the machine; compare with < and >',
  toLocaleString: 'it depends on the locale of the machine',
  toLocaleLowerCase: 'it depends on the locale of the machine',
  toLocaleUpperCase: 'it depends on the locale of the machine',
  toLocaleDateString: 'it depends on the locale of the machine',
  toLocaleTimeString: 'it depends on the locale of the machine',
};

/** Pure files that remember something after all, each with its reason. */
export const mayRemember: Readonly<Record<string, string>> = {
  'src/core/constitution.ts': 'marks the constitutions it sealed, so that a forged one is refused',
};

/**
 * One direction: the event source delivers, activity is measured, intent is formed, safety decides, execution acts.
 * A module of `src/core` may not import from one later in this list; a folder of that name counts like the file.
 */
export const corePipeline = [
  'event-source',
  'activity-engine',
  'intent-core',
  'safety-gate',
  'execution-adapter',
] as const;

export const limits = { fileLines: 400, functionLines: 70 };

/** Files that may be longer, each with its reason. A path ending in `/` stands for the folder. */
export const longFiles: Readonly<Record<string, string>> = {
  'spec/requirements.ts': 'one entry per requirement: data, not logic',
  'spec/rows/': 'one entry per requirement: data, not logic',
};

/** Names that say nothing about what is inside. */
export const emptyNames = ['util', 'utils', 'helper', 'helpers', 'common', 'misc'];

/** Text that may not appear, and where it is looked for. */
export const bannedText: readonly BannedText[] = [
  {
    pattern: /\b(?:TODO|FIXME)\b/,
    where: 'code',
    why: 'finish it, or write an issue; the source holds no notes to self',
  },
  {
    pattern: /(?<![\w.~-])\/work\//,
    where: 'everything',
    why: 'a path of one machine means nothing on another',
  },
  {
    pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.\w+/,
    where: 'everything',
    why: 'where packages come from is a setting of the machine that installs them',
  },
];

export interface BannedText {
  readonly pattern: RegExp;
  readonly where: 'code' | 'everything';
  readonly why: string;
}

/** Files that must name what they forbid. */
export const mayNameBannedText = ['test/tidy/'];

/** Folders that are not looked into: installed, built or measured, never written by hand. */
export const skippedFolders = [
  'node_modules',
  'dist',
  'coverage',
  'reports',
  '.git',
  '.stryker-tmp',
];

/** Folders with code of ours. */
export const codeFolders = ['src', 'test', 'spec', 'scripts', 'bench', 'examples', 'web'];
