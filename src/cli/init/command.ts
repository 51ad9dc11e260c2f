/**
 * `tripwire init`: puts Tripwire's hooks into the settings of a coding agent, and `--remove` takes them out again.
 *
 * Settings are a person's own, so the change is shown first, nothing is written without a yes, a copy is kept, and
 * before anything is written the hook itself has proved that it denies.
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { CLIENTS } from '../../clients/table.ts';
import { loadConfig, type Config } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { makeStateFolder } from '../../loop/index.ts';
import type { Command } from '../command.ts';
import { askQuestions } from '../run/questions.ts';
import { say, sayJson } from '../terminal/say.ts';
import { chosenClients } from './chosen.ts';
import type { InitClient } from './clients.ts';
import { agreed, canAsk } from './consent.ts';
import { requireWritable, writeChange, type FileChange } from './file.ts';
import { runsSources } from './hook-bundle.ts';
import { httpHooks, type HttpHooks } from './http.ts';
import { modChanges } from './mod.ts';
import { OWN_PROGRAM } from './own-program.ts';
import { placeBelow, type InitPlace } from './place.ts';
import { managedSettings, planOf, type ClientPlan, type HookTarget } from './plan.ts';
import { projectPlan } from './project.ts';
import { selfTest } from './self-test.ts';
import { showChanges, showOutcome, type ClientOutcome, type InitOutcome } from './show.ts';

const HELP = `tripwire init [${CLIENTS.map(({ id }) => id).join('|')}] [--remove] [--managed] [--http] [--mod] [--root DIR] [--yes] [--json]

Puts Tripwire's hooks into the settings of your coding agents (all that are found here, or the one named), so that
they ask before every tool call. Shows the exact change, asks, keeps a copy beside the file, and checks with a
self-test that a denied call is really denied. Makes .geometry/ with its MANIFEST.yaml in the project, and an ignore rule for it.
  --remove      remove the hooks again and restore the settings; your own edits are kept
  --managed     as root: the settings that only root can change (Claude Code, Codex on Linux). An agent with a shell
                can edit your settings and so switch off its own hooks; it can't edit these
  --http        Claude Code only: the hooks ask the running Tripwire itself, which is faster. They hold its address, and
                while it does not answer, tools and prompts are refused
  --mod         Claude Code only: also a mod, which asks the running Tripwire before each request to the model and each
                subagent. While it does not answer, both are refused
  --root DIR    treat DIR as /, for images and tests (the project is still the current folder)
  --yes         write without asking, and ask no questions
  --json        one JSON object; asks nothing, so it needs --yes to write
Exit codes: 0 done, or nothing to do; 1 not confirmed, or the self-test failed (nothing was written); 2 wrong options,
no terminal to ask on, or settings that cannot be changed (nothing was written).`;

/** The command. */
export const command: Command = { help: HELP, run: init };

interface Options {
  readonly name: string | undefined;
  readonly remove: boolean;
  readonly managed: boolean;
  readonly http: boolean;
  readonly mod: boolean;
  readonly root: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
}

async function init(args: readonly string[]): Promise<number> {
  const options = optionsOf(args);
  const place = placeBelow(options.root);
  if (options.managed) requireManageable(options);
  const clients = await chosenClients(options, place);
  const config = loadConfig({ env: {}, home: place.home, flags: { data: dataFolder(place) } });
  const asks = (options.http || options.mod) && !options.remove;
  const server = asks ? await httpHooks(options.name, config, process.env) : null;
  const target = { program: OWN_PROGRAM, http: options.http ? server : null };
  const plans = clients.map((client) => planOf(client, options, place, target));
  const where = { cwd: process.cwd(), home: place.home, chosen: place.folderIn('TRIPWIRE_DIR') };
  const project = options.remove ? null : projectPlan(where);
  const changes = [
    ...plans.flatMap((plan) => plan.changes),
    ...modsOf(clients, options, place, server),
    ...(project?.changes ?? []),
  ];
  for (const change of changes) requireWritable(change);
  if (!options.json) showChanges(changes);
  if (changes.length > 0 && !options.yes) {
    if (options.json || !canAsk()) throw noTerminal();
    if (!(await agreed())) {
      say('Nothing was written.');
      return 1;
    }
  }
  const outcomes = await tested(plans, target);
  const ok = outcomes.every(({ selfTest: test }) => test?.ok !== false);
  if (ok) {
    if (project !== null) makeStateFolder(project.state);
    for (const change of changes) writeChange(change);
  }
  const outcome: InitOutcome = {
    ok,
    removed: options.remove,
    managed: options.managed,
    clients: outcomes,
    files: ok ? changes.map(({ file }) => file) : [],
    project: options.remove ? 'untouched' : project === null ? 'none' : 'ready',
    runsSources: runsSources(dirname(dirname(OWN_PROGRAM))),
    programIsRoots: [OWN_PROGRAM, process.execPath].every((file) => statSync(file).uid === 0),
  };
  if (options.json) sayJson(outcome);
  else showOutcome(outcome);
  if (ok && !options.remove && !options.json) await questions(options, config);
  return ok ? 0 : 1;
}

/** Mods are put in where one is wanted, and taken out with the hooks. */
function modsOf(
  clients: readonly InitClient[],
  { mod, remove, managed }: Options,
  place: InitPlace,
  server: HttpHooks | null,
): readonly FileChange[] {
  if (remove) return managed ? [] : clients.flatMap((client) => modChanges(client, place, null));
  if (!mod || server === null) return [];
  return clients.flatMap((client) => modChanges(client, place, server.server));
}

function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      remove: { type: 'boolean', default: false },
      managed: { type: 'boolean', default: false },
      http: { type: 'boolean', default: false },
      mod: { type: 'boolean', default: false },
      root: { type: 'string' },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  if (positionals.length > 1) {
    throw new TripwireError('USAGE', `init takes one client, not ${positionals.length}`);
  }
  return { name: positionals[0], root: undefined, ...values };
}

/** The settings that are changed belong to root, unless they stand below another root. */
function requireManageable({ root }: Options): void {
  if (process.platform !== 'linux') {
    throw new TripwireError('USAGE', '--managed was tried on Linux only; leave it out here');
  }
  if (root !== undefined || process.getuid?.() === 0) return;
  throw new TripwireError(
    'USAGE',
    '--managed is about settings below /etc, which only root may change (an agent of yours cannot switch them off: ' +
      'that is their point); run it with sudo',
  );
}

/** Each client's hook is asked; where nothing is to be installed there is nothing to ask. */
async function tested(
  plans: readonly ClientPlan[],
  target: HookTarget,
): Promise<readonly ClientOutcome[]> {
  const outcomes: ClientOutcome[] = [];
  for (const { client, file, changes, settings, note } of plans) {
    const managedFile = managedSettings(client.settings, file);
    const test = settings === null ? null : await selfTest(client, settings, target, managedFile);
    outcomes.push({
      client: client.client.id,
      title: client.client.title,
      file,
      changed: changes.length > 0,
      selfTest: test,
      byHand: client.settings.byHand,
      lacks: client.settings.lacks,
      note,
    });
  }
  return outcomes;
}

/** The two questions of the first minutes; with --yes nobody wants to be asked. */
async function questions({ yes }: Options, config: Config): Promise<void> {
  if (yes && process.stdin.isTTY) return;
  await askQuestions(config, (line) => say(line));
}

function dataFolder({ folderIn }: InitPlace): string | undefined {
  return folderIn('TRIPWIRE_DATA') ?? undefined;
}

function noTerminal(): TripwireError {
  return new TripwireError(
    'USAGE',
    'nothing was written: there is no terminal to ask on; run it again with --yes to agree to these changes',
  );
}
