/**
 * `npm run build:hook`: writes the bundle that hooks and the quick commands are started from, into `dist/hook`.
 *
 * A coding agent waits for a hook before every tool call, and a person for `tripwire stop`; most of that time went into
 * finding, reading and compiling some 150 files. The bundle is a few: what every start needs, what applies the rules,
 * what keeps a journal of its own, what the commands are made of, and apart from those YAML and the settings, which most
 * starts do not need. It is made from the sources, and the same sources give the same bytes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { asciiCode } from './bundle/ascii-code.ts';
import { ROOT, writeBundle } from './bundle/bundle-folder.ts';

const ENTRY = 'main.cjs';

/** Which modules are put into one file. */
interface Group {
  readonly name: string;
  readonly test: RegExp | ((id: string) => boolean);
  readonly priority: number;
  readonly includeDependenciesRecursively?: boolean;
}

/** What all commands have in common. */
const BASE =
  /\/src\/(?:base\/[^/]+$|base\/node\/(?:data-folder|plain-fetch|safe-file|whole-file)\.ts|cli\/terminal\/say\.ts|config\/config-place\.ts|core\/(?:errors|limits|holds\/)|server\/server-file\.ts)|rolldown\/runtime/;
/** What every hook needs: to read the payload, to ask a server, to keep its files, to answer. */
const ASKING =
  /\/src\/(?:hooks\/(?!decide-|gate-|request-|told-spending|tell-due|answers-in)|server\/hook-server\.ts|clients\/(?:[^/]+\/(?!identity|answer-lines|codex-usage|gemini-usage|mod\.)|(?!identity-|client-folder)[^/]+$)|loop\/(?:plain\/(?:ask|plain)-|look-around|loop-error|files\/(?:compaction-gate-script|file-lock|loop-state|loop-texts|state-folder)|holds\/cannot-decide|replays\/(?:live-lines|name))\b)/;
/** What reads from a transcript what answers used, every few seconds. */
const SPENDING =
  /\/src\/(?:hooks\/(?:told-spending|tell-due|answers-in)|clients\/[^/]+\/(?:answer-lines|codex-usage|gemini-usage)|transcripts\/)/;
/** What counts it, where a gate is open, and what traces report to a server or people look at. */
const COUNTING =
  /\/src\/gate\/(?:told\/hook-(?:spending|subagents)|teams\/team-asks|view\/(?:agent-views?|glances|plan-view)|reports)\.ts$/;
/** What only some events need: YAML where a person has edited something, and what starts other programs. */
const READING_YAML = /\/src\/loop\/manifest\/(?:read|write)-manifest\.ts$/;
const STARTING =
  /\/src\/(?:loop\/(?:advisor\/(?:ask|run)-advisor|files\/working-tree)|base\/node\/read-git)\.ts$/;
/** What only some calls need: to read command lines, to tell what is reserved, and to measure whose call it is. */
const READING_COMMANDS =
  /\/src\/(?:shell\/|guardrails\/(?!wind-down)|loop\/(?:identity\/(?!identity-file)|reserved\/(?:command-words|git-|own-commands|reserved-actions))|clients\/(?:[^/]+\/identity|identity-))/;
/** What the rules of the loop are made of. */
const RULES =
  /\/src\/(?:base\/(?!(?:bounded|fair)-map|clip-text|node\/(?:loopback-host|package-folder|process-mark))|loop\/|detect\/|wire\/|shell\/|clients\/(?:[^/]+\/identity|identity-|client-folder))/;
/** What records and judges where no server does, with what the bundler puts between its files. */
const DECIDING =
  /\/src\/(?:core|journal|store|gate)\/|\/src\/hooks\/(?:decide|gate)-|\/src\/(?:base\/(?:(?:bounded|fair)-map|clip-text|node\/(?:package-folder|process-mark))|server\/(?:hook-embedded|project-|open-gate))/;
/** What the quick commands are made of. */
const COMMANDS = /\/src\/(?:cli|control|prices)\//;

/** What no hook loads, and a quick command only in order to be a server of its own: it is loaded from where it is. */
const FOR_COMMANDS =
  /\/src\/(clients\/[^/]+\/(?:login|settings|transcript-forms)|server\/start)\.ts$/;

/** Builds into a folder; what was there stays until the new one is whole. */
export async function buildHook(folder: string): Promise<void> {
  await writeBundle(folder, ENTRY, async (growing) => {
    const chunks = await bundled(growing);
    for (const { fileName, code } of chunks) {
      writeFileSync(join(growing, fileName), wrapped(asciiCode(code)));
    }
    return chunks;
  });
}

/** Names a file outside of the bundle by its path in `src`; what starts the bundle finds it. */
const loadedFromWhereItIs: Plugin = {
  name: 'loaded-from-where-it-is',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    const outside = FOR_COMMANDS.exec(found?.id ?? '')?.[1];
    return outside === undefined ? null : { id: `tripwire:${outside}`, external: true };
  },
};

/** A bundle of its own for hooks, and one for commands: what both need is in both, so that neither loads more than it needs. */
async function bundled(folder: string): Promise<readonly OutputChunk[]> {
  const hooks = await chunksOf(folder, 'main', 'src/cli/hook/main.ts', [
    // With all that it needs.
    { name: 'ask', test: ASKING, priority: 3 },
    { name: 'spending', test: SPENDING, priority: 2, includeDependenciesRecursively: false },
    { name: 'counting', test: COUNTING, priority: 2, includeDependenciesRecursively: false },
    { name: 'start', test: STARTING, priority: 2, includeDependenciesRecursively: false },
    {
      name: 'shell',
      test: READING_COMMANDS,
      priority: 2,
      includeDependenciesRecursively: false,
    },
    { name: 'rules', test: (id) => RULES.test(id) && !READING_YAML.test(id), priority: 1 },
    { name: 'decide', test: DECIDING, priority: 1 },
  ]);
  const commands = await chunksOf(folder, 'commands', 'src/cli/agents/main.ts', [
    { name: 'base', test: BASE, priority: 3 },
    { name: 'commands', test: COMMANDS, priority: 1 },
  ]);
  return [...hooks, ...commands];
}

async function chunksOf(
  folder: string,
  name: string,
  entry: string,
  groups: readonly Group[],
): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { [name]: join(ROOT, entry) },
    platform: 'node',
    preserveEntrySignatures: false,
    external: [/^node:/],
    plugins: [loadedFromWhereItIs],
    // The rooms' doors are loaded later where they can be; that they are in one file here is meant.
    checks: { ineffectiveDynamicImport: false },
    // No module of ours does something by being loaded, but the entry.
    treeshake: { moduleSideEffects: false },
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      // Loaded sooner than modules: those ask a loader that works in steps.
      format: 'cjs',
      dynamicImportInCjs: false,
      // Less to read; names stay, for whoever looks into it.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      comments: false,
      entryFileNames: '[name].cjs',
      // By their content: a hook that is running while another bundle is put in place must not mix the two.
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: {
        groups: [
          { name: 'yaml', test: /\/node_modules\/yaml\//, priority: 4 },
          { name: 'zod', test: /\/node_modules\/zod\//, priority: 4 },
          ...groups,
        ],
      },
    });
    return output.filter((one) => one.type === 'chunk');
  } finally {
    await bundle.close();
  }
}

/** As what starts the bundle runs it: to put that around it at each start would copy it. */
function wrapped(code: string): string {
  return `(function (exports, require, module, __filename) {${code}\n})`;
}

if (import.meta.main) await buildHook(join(ROOT, 'dist/hook'));
