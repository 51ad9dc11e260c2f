/**
 * `tripwire release`: lets a project go on that the rules of the loop have paused, or its own gate has stopped.
 *
 * Deleting a report is a request, which an agent could make too; this is a person's word, and the only one that counts
 * after an agent took a report away. Where no server runs, the project's own journal is the only place that remembers a
 * stop, so what stands there is lifted here as well: nothing may hold a project for which no command exists.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder } from '../../base/node/data-folder.ts';
import { TripwireError } from '../../core/index.ts';
import { releaseInProject } from '../../hooks/index.ts';
import {
  findStateFolder,
  HOLD_KINDS,
  loopHolds,
  releaseLoopHold,
  type LoopHoldKind,
} from '../../loop/index.ts';
import { projectGates } from '../../server/project-gate.ts';
import { isAlive, readServerNote } from '../../server/server-file.ts';
import { heldLine } from '../agents/standing-text.ts';
import type { Command } from '../command.ts';
import { agreed } from '../init/consent.ts';
import { serverKnowsToken } from '../server/known-token.ts';
import { isAtTerminal, isPersonsAct } from '../terminal/person-here.ts';
import { personName } from '../terminal/person-name.ts';
import { say } from '../terminal/say.ts';
import { projectHolds, PROJECT_HOLDS, releaseProjectHolds } from './project-holds.ts';

const HELP = `tripwire release [HOLD] [--project DIR] [--yes]

Lets the coding agents of a project work again: lifts everything that stops them, or only HOLD, and says what it was.
  HOLD           ${HOLD_KINDS.join(', ')} (the rules of the loop, see docs/loop.md);
                 ${PROJECT_HOLDS.join(', ')} (the project's own journal)
  --project DIR  the project; default: the folder you are in
  --yes          don't ask; works at a terminal only
It asks at a terminal. A program needs a named token of the running Tripwire in TRIPWIRE_ADMIN_TOKEN.
A running Tripwire learns of it with the project's next hook event. To lift what the server itself stopped, use tripwire
resume.
Exit codes: 0 lifted; 1 not confirmed, or nobody could be asked; 2 there is no such hold, or wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: release };

async function release(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { project: { type: 'string' }, yes: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const only = holdNamed(positionals);
  const cwd = resolve(values.project ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new TripwireError('USAGE', `there is no folder ${cwd}; name the project with --project`);
  }
  // A person sees what they are asked about. A program is told nothing before it is known whose it is.
  if (isAtTerminal()) {
    const found = (await standing(cwd, only)).map((one) => `In force: ${one}`);
    if (found.length === 0) throw nothingStands(cwd, only);
    for (const one of found) say(one);
  }
  const ask = () => agreed('Let the agents of this project work again?');
  if (!(await isPersonsAct({ isSaid: values.yes, ask, knowsToken: serverKnowsToken }))) return 1;
  const { env } = process;
  const isMeant = ({ kind }: { readonly kind: string }) => only === null || only === kind;
  const held = loopHolds(cwd, env).filter(isMeant);
  for (const { kind, why } of held) {
    await lift(cwd, kind);
    say(`Lifted: ${kind}: ${why}`);
  }
  const lifted = hasServer() ? [] : await releaseProjectHolds(cwd, env, only, personName());
  for (const one of lifted)
    say(
      `Lifted: ${heldLine(one)
        .map(({ text }) => text)
        .join('')}`,
    );
  if (held.length + lifted.length === 0) throw nothingStands(cwd, only);
  for (const one of await standing(cwd, null)) say(`Still in force: ${one}`);
  if (hasServer()) {
    say('The running Tripwire learns of it with the next hook event of this project.');
  }
  return 0;
}

/** What stops the project now, or the hold that is named, a line each. */
async function standing(cwd: string, only: string | null): Promise<readonly string[]> {
  const { env } = process;
  const ofLoop = loopHolds(cwd, env).filter(({ kind }) => only === null || kind === only);
  const files = new Set<string>(ofLoop.map(({ kind }) => kind));
  const ofGate = hasServer() ? [] : await projectHolds(cwd, env);
  return [
    ...ofLoop.map(({ kind, why }) => `${kind}: ${why}`),
    ...ofGate
      .filter(({ hold }) => (only === null || hold.hold === only) && !files.has(hold.hold))
      .map((one) =>
        heldLine(one)
          .map(({ text }) => text)
          .join(''),
      ),
  ];
}

async function lift(cwd: string, hold: LoopHoldKind): Promise<void> {
  const { env } = process;
  const act = { cwd, env, hold, by: personName(), nowMs: Date.now() };
  // A server has a journal of its own; the hooks that report to it bring it the lifting.
  if (hasServer()) await releaseLoopHold(act);
  else await releaseInProject(projectGates(env), act);
}

function hasServer(): boolean {
  const { env } = process;
  if ((env['TRIPWIRE_URL'] ?? '') !== '') return true;
  const note = readServerNote(dataFolder(env));
  return note !== null && isAlive(note.pid);
}

function holdNamed(positionals: readonly string[]): string | null {
  const [name, ...more] = positionals;
  const known = [...HOLD_KINDS, ...PROJECT_HOLDS];
  if (more.length > 0) {
    throw new TripwireError('USAGE', `release takes one hold, not also ${more.join(' ')}`);
  }
  if (name === undefined || known.some((one) => one === name)) return name ?? null;
  throw new TripwireError('USAGE', `there is no hold ${name} (holds: ${known.join(', ')})`);
}

function nothingStands(cwd: string, only: string | null): TripwireError {
  const { folder } = findStateFolder(cwd, process.env);
  const what = only === null ? 'nothing is held' : `there is no ${only}`;
  const also = hasServer()
    ? '; what the running Tripwire stopped is resumed with tripwire resume'
    : '';
  return new TripwireError('USAGE', `${what} in ${folder}; nothing was changed${also}`);
}
