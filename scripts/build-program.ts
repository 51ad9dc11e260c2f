/**
 * `npm run build:program [-- FOLDER]`: writes the bundle that every command but `hook` is started from, into `dist/program`.
 *
 * Started file by file, the server spends a second on finding, stripping and compiling a thousand of them, and keeps 80 MB
 * of what it needed for that. The bundle has the same code in few files; a command loads only the files that it needs.
 * All files lie side by side: a thread or a process is started by its name beside the module that starts it, as in the
 * sources.
 */
import { basename, join } from 'node:path';
import { rolldown, type OutputChunk } from 'rolldown';
import { ROOT, writeBundle } from './bundle/bundle-folder.ts';

/** What runs in a thread or a process of its own. */
export const STARTED_BY_NAME = [
  'src/store/sqlite/worker.ts',
  'src/server/audit/thread.ts',
  'src/night/worker/keeper.ts',
  'src/server/watchdog/watchdog.ts',
];

/** Builds the command into a folder; what was there stays until the new one is whole. */
export function buildProgram(folder: string): Promise<void> {
  return buildPrograms(folder, ['src/cli/main.ts', ...STARTED_BY_NAME]);
}

/** The same for other programs; the first of them is put in place last. */
export async function buildPrograms(folder: string, entries: readonly string[]): Promise<void> {
  const [first = ''] = entries;
  await writeBundle(folder, `${basename(first, '.ts')}.js`, (growing) => bundled(growing, entries));
}

async function bundled(
  folder: string,
  entries: readonly string[],
): Promise<readonly OutputChunk[]> {
  const bundle = await rolldown({
    cwd: ROOT,
    input: entries.map((file) => join(ROOT, file)),
    platform: 'node',
    // Rarely needed, and without a file with their licence; and a driver that people install themselves.
    external: [/^node:/, 'mcl-wasm', /^poseidon-lite/, /^@bufbuild\/protobuf/, 'pg'],
    checks: { ineffectiveDynamicImport: false },
    // No module of ours does something by being loaded, but the entries. Of packages nobody here knows.
    treeshake: { moduleSideEffects: (id) => id.includes('/node_modules/') },
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      format: 'esm',
      minify: false,
      comments: false,
      entryFileNames: '[name].js',
      // By their content: a command that is running while another bundle is put in place must not mix the two.
      chunkFileNames: '[name]-[hash].js',
    });
    return output.filter((one) => one.type === 'chunk');
  } finally {
    await bundle.close();
  }
}

if (import.meta.main) await buildProgram(process.argv[2] ?? join(ROOT, 'dist/program'));
