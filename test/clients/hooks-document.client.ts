/**
 * The first section of docs/hooks.md, followed as it is written: a fresh home, a project, the commands of the page.
 *
 * What a person does on a screen cannot be written into a command: the trust of Codex is replaced by its option for that.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { clientProgram, clientsFolder } from './client-packages.ts';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { calls, steps } from './hook-scripts.ts';
import { openHooksLab, TRIPWIRE } from './hooks-lab.ts';

const page = readFileSync(new URL('../../docs/hooks.md', import.meta.url), 'utf8');

/** What a person sees when a prompt is refused; two clients do not show the reason. */
const REFUSED_PROMPT = /Paused by Tripwire|UserPromptSubmit Blocked|Unexpected server error/;

/** The command that the table of the page gives for a client. */
function commandOf({ title, args, tried }: GuardedClient): string {
  const [, command = ''] = new RegExp(`^\\| ${title} \\| \`([^\`]+)\``, 'm').exec(page) ?? [];
  expect(command).toContain('"list the files"');
  const [program = '', ...words] = command.split(' ');
  // A provider of one's own is named on this client's command line.
  const model = tried.client === 'opencode' ? ['-m', 'tried/made-up'] : [];
  const [subcommand = '', ...rest] = words;
  return [program, subcommand, ...args, ...model, ...rest].join(' ');
}

test.each(guardedClients)('$title, as the page says', async (guarded) => {
  const { tried, initName } = guarded;
  const lab = await openHooksLab(guarded, steps(calls(tried.shell('touch .geometry/x'))));
  execFileSync('git', ['init', '--quiet'], { cwd: lab.project });
  const bin = join(lab.home, 'bin');
  mkdirSync(bin);
  symlinkSync(TRIPWIRE, join(bin, 'tripwire'));
  const clients = dirname(clientProgram(tried.client, clientsFolder(process.env)));
  const path = [bin, clients, process.env['PATH'] ?? ''].join(delimiter);
  const typed = (line: string) => lab.run({ line: `PATH='${path}' && ${line}` });
  const listing = commandOf(guarded);

  expect(page).toContain(`tripwire init claude-code     # or codex, gemini-cli, opencode`);
  expect(await typed(`tripwire init ${initName} --yes`)).toMatchObject({ exitCode: 0 });
  const paused = await typed(`touch .geometry/PAUSE && ${listing}`);
  expect(`${paused.stdout}${paused.stderr}`).toMatch(REFUSED_PROMPT);
  expect(lab.asked()).toBe(0);
  const made = listing.replace('list the files', 'make the file .geometry/x');
  await typed(`rm .geometry/PAUSE && ${made}`);
  expect(lab.sent()).toContain('belongs to Tripwire');
  expect(lab.has('.geometry/x')).toBe(false);
  expect(await typed(`tripwire init ${initName} --remove --yes`)).toMatchObject({ exitCode: 0 });
});
