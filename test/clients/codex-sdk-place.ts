/** A thread of the real Codex SDK for one run, in an empty home and an empty project. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CodexGuard, CodexThread } from '../../src/adapters/codex/index.ts';
import type { AdapterTask } from '../conformance/adapter-harness.ts';
import type { CodexPlace } from '../conformance/codex-harness.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { importSdk } from './client-packages.ts';
import { codex as tried } from './codex.ts';

interface CodexSdk {
  readonly Codex: new (options: object) => { startThread(options: object): CodexThread };
}

const { Codex } = await importSdk<CodexSdk>('@openai/codex-sdk');

/** Makes the place; the thread does what it is asked, without a sandbox of its own. */
export function codexPlace({ providerUrl }: AdapterTask, guard: CodexGuard): CodexPlace {
  const folder = temporaryFolder('codex');
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  mkdirSync(home);
  mkdirSync(project);
  const { env } = tried.prepare({ home, project, url: providerUrl }, '');
  const here = { HOME: home, TMPDIR: home, PATH: process.env['PATH'] ?? '' };
  const codex = new Codex(guard.options({ apiKey: 'sk-made-up', env: { ...env, ...here } }));
  const options = { workingDirectory: project, skipGitRepoCheck: true };
  return {
    thread: codex.startThread(options),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
