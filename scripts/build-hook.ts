/**
 * `npm run build:hook`: writes the bundle that hooks are started from, into `dist/hook`.
 *
 * A coding agent waits for a hook before every tool call, and most of that time went into finding, reading and compiling
 * some 150 files. The bundle is a few: one that answers with a server's help, and those that are loaded when there
 * is something to decide. It is made from the sources, and the same sources give the same bytes.
 */
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = 'main.cjs';
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

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
  const startedAt = new Date();
  const growing = `${folder}.${process.pid}.partial`;
  const outdated = `${folder}.${process.pid}.outdated`;
  try {
    const chunks = await bundled(growing);
    writeFileSync(join(growing, 'LICENSES.txt'), licences(chunks));
    // Whoever asks whether it is newer than the sources must not miss an edit that was made during the build.
    utimesSync(join(growing, ENTRY), startedAt, startedAt);
    moveIfThere(folder, outdated);
    renameSync(growing, folder);
  } finally {
    rmSync(growing, { recursive: true, force: true });
    rmSync(outdated, { recursive: true, force: true });
  }
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

/** What the packages demand whose code is in the bundle: their names and licences beside it. */
function licences(chunks: readonly OutputChunk[]): string {
  const names = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []),
  );
  const texts = [...new Set(names)].toSorted().map((name) => {
    const place = join(ROOT, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly license: string;
    };
    return `${name} ${version} (${license})\n\n${readFileSync(join(place, 'LICENSE'), 'utf8').trim()}\n`;
  });
  return `The files beside this one hold code of these packages.\n\n${texts.join('\n')}`;
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

if (import.meta.main) await buildHook(join(ROOT, 'dist/hook'));
