/**
 * A place to try Tripwire in: an empty home and project folder, and a made-up provider instead of the real ones.
 *
 * `examples/by-hand/sandbox 'COMMANDS'` runs shell commands there. `tripwire` and `play-hooks` are on the PATH, `$HAND` is
 * this folder, and the project folder is the current one. Nothing of yours is read or changed, and all of it is deleted
 * at the end.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeProvider } from '../../src/testing/index.ts';

const [commands = ''] = process.argv.slice(2);
const hand = import.meta.dirname;
const checkout = join(hand, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tripwire-sandbox-'));
const project = join(folder, 'project');
mkdirSync(project);

const provider = await startFakeProvider({
  script: () => ({ toolCalls: [{ name: 'look', args: { at: 'the attic' } }] }),
});
const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIPWIRE_'));
const child = spawn('/bin/sh', ['-c', commands], {
  cwd: project,
  stdio: 'inherit',
  env: {
    ...Object.fromEntries(own),
    HAND: hand,
    HOME: folder,
    XDG_STATE_HOME: '',
    PATH: [hand, join(checkout, 'bin'), join(checkout, 'node_modules/.bin'), process.env['PATH']]
      .filter(Boolean)
      .join(':'),
    TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url,
    TRIPWIRE_UPSTREAM_GEMINI: provider.url,
    TRIPWIRE_UPSTREAM_OPENAI: provider.url,
  },
});
process.exitCode = await new Promise<number>((resolve) => {
  child.on('close', (code) => resolve(code ?? 1));
});
await provider.close();
rmSync(folder, { recursive: true, force: true });
