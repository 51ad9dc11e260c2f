/**
 * The house rules as data, all in this one place. The files `check-*.ts` beside it only apply them; to allow or
 * forbid something, change a line here and say why.
 */

/** The part of a pure room that reaches outside after all: no pure file may import it. */
export const impureFolders = ['src/base/node/'];

/** No folder of `src` may hold more files than a screen shows. */
export const filesInFolder = 40;

/** The dashboard: what it may import besides its own files. */
export const web = {
  /** Of the server only the types, the client and the verifier; everything else would be shipped to the browser. */
  doors: [
    'src/base/clean-text.ts',
    'src/control/api/client.ts',
    'src/audit/verify.ts',
    'src/audit/verify-proofs.ts',
    'src/core/browser.ts',
    'src/core/holds/refused-title.ts',
    'src/core/holds/remedy.ts',
    'src/core/holds/stop-title.ts',
    'src/core/holds/wait-title.ts',
    'src/control/agents/event-text.ts',
    'src/control/agents/event-title.ts',
    'src/control/agents/state-words.ts',
    'src/prices/money-text.ts',
  ],
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

/** Pure files that take more of a Node module after all, each with its reason. */
export const mayAlsoTake: Readonly<
  Record<string, { readonly name: string; readonly why: string }>
> = {
  'src/wire/refusal-answer.ts': {
    name: 'randomBytes',
    why: 'two answers of our own must not have the same id; nothing is decided by it',
  },
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
  'src/core/constitution/constitution.ts':
    'marks the constitutions it sealed, so that a forged one is refused',
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

/** Names of variables and members that hold sentences for people: nothing may be decided by looking into them. */
export const sentenceNames: ReadonlySet<string> = new Set([
  'details',
  'message',
  'notes',
  'numbers',
  'problem',
  'reason',
  'say',
  'summary',
  'what',
  'why',
  'words',
]);

/** Files that must read words after all, each with its reason. A path ending in `/` stands for the folder. */
export const mayReadSentences: Readonly<Record<string, string>> = {
  'src/cli/init/plan.ts':
    'a plugin file on disk is ours if it runs our hook; the client gives no other sign',
  'src/core/holds/stop-title.ts':
    'shows a reason without the numbers behind it; nothing is decided by it',
  'src/core/holds/wait-title.ts':
    'shows the numbers and times of a reason as people read them; nothing is decided by it',
  'src/loop/reserved/tool-call.ts': 'the first line of a patch is the format of a foreign tool',
  'src/loop/rules/call-facts.ts': 'the first line of a patch is the format of a foreign tool',
  'src/wire/client-notes.ts':
    'notes that clients put into conversations are told by their words alone',
};

/** Files that may catch and do nothing, each with its reason. A path ending in `/` stands for the folder. */
export const mayCatchSilently: Readonly<Record<string, string>> = {
  'src/cli/agents/top.ts': 'a sleep that is woken',
  'src/cli/hook/command.ts': 'the crash is heard by the race that waits for it',
  'src/cli/up/demo.ts': 'a wait that is interrupted',
  'src/cli/up/show.ts': 'a table that cannot be drawn is drawn again within a second',
  'src/clients/transcript-usage.ts': 'some clients name a transcript that they write later',
  'src/guardrails/completion/run-command.ts': 'nobody is left in the process group',
  'src/night/worker/tree.ts': 'the process ended by itself in the meantime',
  'src/proxy/relay/relay-stream.ts': 'the client went away, which its caller sees',
  'src/store/sqlite/connection.ts': 'SQLite has rolled back already and says so',
  'web/src/':
    'a change that fails is shown by useChange; the promise is only awaited for what follows',
};

/** Files that may open files by themselves in an agent's folders, each with its reason. */
export const mayOpenFiles: Readonly<Record<string, string>> = {
  'src/clients/opencode/database.ts':
    'copies a database for SQLite, which opens the file by itself anyway',
  'src/guardrails/files/host-filesystem.ts':
    'the file system of tools: below checked folders, without following links, asynchronously',
  'src/loop/files/file-lock.ts': 'makes a new file of a secret name, which fails where one is',
  'src/loop/replays/live-lines.ts':
    'reads the end of a file and appends to it while it is open, without following links',
  'src/night/worker/inherited-mark.ts': 'reads what the system tells of processes in /proc',
  'src/night/worker/keeper.ts': 'gives the worker its standard streams as open files',
  'src/night/worker/tree.ts': 'reads what the system tells of processes in /proc',
};

/** Where coding agents may be named, each with its reason. A path ending in `/` stands for the folder. */
export const mayNameClients: Readonly<Record<string, string>> = {
  'src/clients/': 'it is what the room is about',
  'src/adapters/': 'an adapter has the name of its SDK, which is no coding agent that is hooked',
  'src/loop/manifest/engines.ts':
    'the chain of engines that the safety rules write down; a person may write another',
};

/** Names of coding agents that are names of something else too: a wire format, a provider. */
export const notOnlyClients: readonly string[] = ['gemini'];

/** A thing that exists once: how a second one is recognised, and what to take instead. */
export interface OnlyOne {
  /** The file that may hold it. */
  readonly home: string;
  /** The folder in which it may not be written again; all of `src` when it is not given. */
  readonly within?: string;
  /** Functions of these names are this thing, whatever they do: two meanings of one name are the worse copy. */
  readonly names?: readonly string[];
  /** Code of this shape is this thing under another name. */
  readonly shape?: RegExp;
  /** What to do instead. */
  readonly instead: string;
}

/** What `src` may have once only. A private copy begins the same and means something else a year later. */
export const onlyOnes: readonly OnlyOne[] = [
  {
    home: 'src/base/json-values.ts',
    names: ['isObject', 'objectOrNull', 'fieldsOf', 'listOf', 'textOrNull'],
    shape:
      /typeof (\w+) [=!]== 'object' (?:&&|\|\|) \1 [=!]== null\s+(?:&&|\|\|) !?Array\.isArray\(\1\)/,
    instead: 'read JSON of unknown shape with src/base/json-values.ts',
  },
  {
    home: 'src/base/json-values.ts',
    names: ['countOrNull', 'countOrZero', 'countOf', 'membersOf', 'objectOf', 'textOf', 'isFields'],
    instead: 'take the reader of src/base/json-values.ts, or a name that says what this one does',
  },
  {
    home: 'src/base/json-text.ts',
    names: ['parseJson', 'jsonOrText', 'openedJson', 'parsed'],
    shape: /JSON\.parse\((?:[^;]*;){1,2}\s*\} catch \{/,
    instead: 'read a text that may be no JSON with src/base/json-text.ts',
  },
  {
    home: 'src/base/node/file-text.ts',
    names: ['textIfThere', 'textIfReadable'],
    shape: /try \{\s*return readFileSync\([^;()]*\);\s*\} catch [^;]*return (?:null|'');/,
    instead: 'read a file that may not be there with src/base/node/file-text.ts',
  },
  {
    home: 'src/base/error-words.ts',
    names: ['errorCode', 'errorWords'],
    shape:
      /error instanceof Error && 'code' in error\b|(\w+) instanceof Error\s*\? \1\.message\s*: String\(/,
    instead: 'ask errorCode or errorWords of src/base/error-words.ts',
  },
  {
    home: 'src/base/bounded-map.ts',
    names: ['dropOldest', 'dropFirst'],
    shape: /\.(?:keys|values|entries)\(\)\.next\(\)\.value|const \[oldest\] = \S*\.keys\(\)/,
    instead: 'bound a map with BoundedMap of src/base/bounded-map.ts',
  },
  {
    home: 'src/base/node/read-git.ts',
    names: ['readGit', 'harmlessGit'],
    shape: /(?:execFile|execFileSync|spawn|spawnSync)\(\s*'git'/,
    instead: 'ask git with src/base/node/read-git.ts, which runs nothing that the repository names',
  },
  {
    home: 'src/base/node/whole-file.ts',
    names: ['writeWhole'],
    shape: /write(?:File)?Sync\([\s\S]{0,400}renameSync\(/,
    instead: 'write a file whole or not at all with src/base/node/whole-file.ts',
  },
  {
    home: 'src/base/node/deadline.ts',
    names: ['withDeadline', 'withinTime', 'beforeDeadline'],
    shape:
      /(?:setTimeout|delay|sleep)\([\s\S]{0,300}Promise\.race\(|Promise\.race\(\[[^\]]*(?:setTimeout|delay|sleep)\(/,
    instead: 'wait with a limit by withDeadline of src/base/node/deadline.ts',
  },
  {
    home: 'src/base/node/worker-calls.ts',
    shape: /\.postMessage\(/,
    instead: 'speak to a thread with workerCalls and answerCalls of src/base/node/worker-calls.ts',
  },
  {
    home: 'src/cli/terminal/say.ts',
    within: 'src/cli/',
    shape: /console\.(?:log|error|warn|info|debug)\(|process\.std(?:out|err)\.(?:write|end)\(/,
    instead: 'words of agents are in it: say it through src/cli/terminal/say.ts, which cleans it',
  },
  {
    home: 'src/base/clean-text.ts',
    names: ['cleaned', 'cleanText', 'cleanLine', 'cleanJson'],
    instead: 'make text safe to show with src/base/clean-text.ts',
  },
  {
    home: 'src/base/main-name.ts',
    shape: /'main'/,
    instead:
      'take MAIN of src/base/main-name.ts: records that name no session or thread belong there',
  },
  {
    home: 'src/base/present.ts',
    names: ['present'],
    instead: 'leave out what is undefined with src/base/present.ts',
  },
  {
    home: 'src/server/open-gate.ts',
    shape: /\bGate\.open\(/,
    instead: 'open a gate with src/server/open-gate.ts, or be handed one',
  },
  {
    home: 'src/base/environment.ts',
    shape: /Readonly<Record<string, string \| undefined>>/,
    instead: 'take the type Environment of src/base/environment.ts',
  },
];

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

/** What is not looked into: installed, built or measured, never written by hand. In a worktree `.git` is a file. */
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
