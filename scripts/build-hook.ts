/**
 * `npm run build:hook`: writes the bundle that hooks are started from, into `dist/hook`.
 *
 * A coding agent waits for a hook before every tool call, and most of that time went into finding, reading and compiling
 * some 150 files. The bundle is a few: one that answers with a server's help, and those that are loaded when there
 * is something to decide. It is made from the sources, and the same sources give the same bytes.
 */
import { join } from 'node:path';
import { rolldown, type OutputChunk } from 'rolldown';
import { ROOT, writeBundle } from './bundle/bundle-folder.ts';

const ENTRY = 'main.cjs';

/** What every hook needs, with all that it imports: to read the payload, to ask a server, to answer. */
const ASKING =
  /\/src\/(?:hooks\/(?!decide-|gate-)|cli\/terminal\/say\.ts|server\/(?:hook-server|server-file)\.ts|clients\/(?:[^/]+\/(?!identity)|(?!identity-|transcript-usage|client-folder)[^/]+$))|rolldown\/runtime/;
/** What commands load of a client, and no hook. */
const FOR_COMMANDS = /\/src\/clients\/[^/]+\/(?:login|settings|transcript-forms)\.ts$/;
/** What only some events need, such as YAML where a person has edited something. */
const RARE = /\/src\/loop\/(?:manifest\/(?:read|write)-manifest|files\/working-tree)\.ts$/;
/** What decides about an event, with what the bundler puts between its files. */
const DECIDING = [
  /\/src\/(?:core|detect|wire|shell|journal|guardrails|store|gate|loop)\//,
  /\/src\/hooks\/(?:decide|gate)-/,
  /\/src\/(?:server\/(?:hook-embedded|project-)|clients\/(?:[^/]+\/identity|identity-|transcript-usage|client-folder)|base\/)/,
];

function decides(id: string): boolean {
  return !RARE.test(id) && DECIDING.some((pattern) => pattern.test(id));
}

/** Builds into a folder; what was there stays until the new one is whole. */
export async function buildHook(folder: string): Promise<void> {
  await writeBundle(folder, ENTRY, bundled);
}

async function bundled(folder: string): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: { main: join(ROOT, 'src/cli/hook/main.ts') },
    platform: 'node',
    external: [/^node:/, FOR_COMMANDS],
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
      minify: false,
      comments: false,
      entryFileNames: ENTRY,
      // By their content: a hook that is running while another bundle is put in place must not mix the two.
      chunkFileNames: '[name]-[hash].cjs',
      codeSplitting: {
        groups: [
          { name: 'yaml', test: /\/node_modules\/yaml\//, priority: 3 },
          { name: 'zod', test: /\/node_modules\/zod\//, priority: 3 },
          { name: 'ask', test: ASKING, priority: 2 },
          { name: 'decide', test: decides, priority: 1 },
        ],
      },
    });
    return output.filter((one) => one.type === 'chunk');
  } finally {
    await bundle.close();
  }
}

if (import.meta.main) await buildHook(join(ROOT, 'dist/hook'));
