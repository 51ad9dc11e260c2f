/** The place of a night with a real client: hooks installed, an advisor that always says the same, and the order for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MANIFEST } from '../../src/loop/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { clientProgram, clientsFolder } from './client-packages.ts';
import type { GuardedClient } from './guarded-client.ts';
import { PROMPT } from './hook-scripts.ts';
import { openGuardedLab, type HooksLab } from './hooks-lab.ts';
import type { ClientStart } from './tried-client.ts';

/** What the advisor says. */
export const ADVICE = 'LOOK UNDER THE BED';
const ADVISOR = `advisor:\n  commands: [["sh", "-c", "cat > asked.txt; echo ${ADVICE}"]]\n`;

/** The order for a night with this client. */
export function nightOrder(guarded: GuardedClient, lab: HooksLab): ClientStart {
  const isTask = (word: string) => word === PROMPT || word === '-p';
  const { args, env } = runOrder(guarded, lab, isTask);
  return { args: ['run', '--task', PROMPT, '--max-iterations', '9', '--', ...args], env };
}

/** Its program with its words, without those that are left out, and where Tripwire passes its calls on to. */
export function runOrder(
  guarded: GuardedClient,
  { start, provider }: HooksLab,
  isLeftOut: (word: string) => boolean = () => false,
): ClientStart {
  const { tried, args, env } = guarded;
  const words = start.args.filter((word) => !isLeftOut(word));
  const program = clientProgram(tried.client, clientsFolder(process.env));
  const [first = '', ...rest] = words;
  const isSubcommand = first !== '' && !first.startsWith('-');
  const own = isSubcommand ? [first, ...args, ...rest] : [...args, ...words];
  const upstreams = Object.fromEntries(
    ['ANTHROPIC', 'OPENAI', 'GEMINI'].map((name) => [`TRIPWIRE_UPSTREAM_${name}`, provider.url]),
  );
  return { args: [program, ...own], env: { ...start.env, ...env, ...upstreams } };
}

/** Makes the place; what `tripwire.yaml` says comes after the constitution for coding. */
export async function openNight(
  guarded: GuardedClient,
  script: FakeScript,
  settings = '',
): Promise<HooksLab> {
  const lab = await openGuardedLab(guarded, script);
  lab.put('.geometry/MANIFEST.yaml', `${DEFAULT_MANIFEST}${ADVISOR}`);
  mkdirSync(join(lab.home, '.tripwire'), { recursive: true, mode: 0o700 });
  writeFileSync(join(lab.home, '.tripwire/tripwire.yaml'), `constitution: coding-v1\n${settings}`);
  return lab;
}
