/**
 * Begins a night in a project, or goes on with the one that was not finished there.
 *
 * The same task again means the same night: whoever starts a supervisor again after a crash, a person or a service
 * manager, need not know whether there was one.
 */
import { readGit } from '../base/node/read-git.ts';
import {
  type Engine,
  LoopError,
  makeStateFolder,
  readLoopFiles,
  runningCalls,
} from '../loop/index.ts';
import { beginCounting, followFiles, lookAtLoop, type ActPlace } from './decide/acts.ts';
import { logEnd } from './decide/log-cursor.ts';
import { firstPrompt } from './decide/prompts.ts';
import { newNight, withMoment, type NightState } from './decide/state.ts';
import { nightIds, readUnfinished, supervisorOf } from './night-files.ts';

/** What a person orders. */
export interface NightWish {
  /** Null: go on with the night that is not finished. */
  readonly task: string | null;
  /** The command behind `--`; it becomes the first engine. */
  readonly own: Engine | null;
  /** The engine to begin with; null: the first. */
  readonly engine: string | null;
  readonly maxIterations: number | null;
  readonly untilMs: number | null;
  readonly budgetTokens: number | null;
}

const GIT_TIMEOUT_MS = 1_500;

/** The night, new or found; throws when there can be none, with nothing changed. */
export async function openNight(
  place: ActPlace,
  wish: NightWish,
  atMs: number,
): Promise<NightState> {
  makeStateFolder(place);
  const open = unfinished(place.folder);
  if (open !== null) return resumed(place, open, wish, atMs);
  const { task } = wish;
  if (task === null) throw refused(`no night is unfinished in ${place.folder}; name a --task`);
  // No worker runs, so a file that is gone was taken away by a person, unless some other agent is at work here.
  const { remembered } = readLoopFiles(place.folder);
  await followFiles(place, runningCalls(remembered, atMs).length > 0, atMs);
  const { files, inForce } = await lookAtLoop(place);
  if (inForce.problem !== null) throw refused(`MANIFEST.yaml cannot be read: ${inForce.problem}`);
  const standing = [...files.holdFiles, ...files.remembered.holds.map(({ kind }) => kind)];
  if (standing.length > 0) {
    const names = [...new Set(standing)].join(', ');
    throw refused(`${names} holds this project; lift it first: tripwire release`);
  }
  const { engines, engine } = chainOf(inForce.manifest.engines, wish);
  await beginCounting(place, wish.maxIterations);
  return newNight({
    id: nightId(atMs),
    task,
    atMs,
    untilMs: wish.untilMs,
    budgetTokens: wish.budgetTokens,
    engines,
    engine,
    advisor: inForce.manifest.advisor,
    commit: headOf(place.project),
    prompt: firstPrompt(task),
    cursor: logEnd(place.folder, atMs),
  });
}

/** The last night that has not ended. */
function unfinished(stateFolder: string): NightState | null {
  const id = nightIds(stateFolder).at(-1);
  return id === undefined ? null : readUnfinished(stateFolder, id);
}

function resumed(
  { folder }: ActPlace,
  open: NightState,
  wish: NightWish,
  atMs: number,
): NightState {
  const pid = supervisorOf(folder, open.id);
  if (pid !== null) throw refused(`the night ${open.id} is supervised by process ${pid} already`);
  if (wish.task !== null && wish.task !== open.task) {
    throw refused(
      `the night ${open.id} is not finished, and its task is another one. Go on with it: tripwire run --resume. Or end it first: touch ${folder}/STOP; tripwire run --resume; rm ${folder}/STOP`,
    );
  }
  const { untilMs, budgetTokens } = wish;
  return withMoment(
    {
      ...open,
      untilMs: untilMs ?? open.untilMs,
      budgetTokens: budgetTokens ?? open.budgetTokens,
    },
    atMs,
    'crash',
    'the supervisor was started again and went on',
  );
}

function chainOf(written: readonly Engine[], { own, engine }: NightWish) {
  const others = written.filter(
    ({ name, command }) => name !== own?.name && command.join('\0') !== own?.command.join('\0'),
  );
  const engines = own === null ? written : [own, ...others];
  const first = engine ?? engines[0]?.name ?? '';
  if (!engines.some(({ name }) => name === first)) {
    const known = engines.map(({ name }) => name).join(', ');
    throw refused(`there is no engine ${first} (engines: ${known})`);
  }
  return { engines, engine: first };
}

/** `auto-2026-02-28-143200`, as the safety rules write it; in UTC, so that the last is the last. */
function nightId(atMs: number): string {
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
  return `auto-${day}-${time.slice(0, 8).replaceAll(':', '')}`;
}

function headOf(project: string): string | null {
  try {
    return readGit(project, ['rev-parse', 'HEAD'], GIT_TIMEOUT_MS).trim();
  } catch {
    return null;
  }
}

function refused(why: string): LoopError {
  return new LoopError('NIGHT_REFUSED', `${why}; nothing was changed`);
}
