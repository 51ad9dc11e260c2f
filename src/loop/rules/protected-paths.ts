/**
 * An agent keeps its hands off the loop's files and off Tripwire's data, or it could release itself.
 *
 * By the paths and commands of a call, so it stops accidents and plain attempts; a hidden one is noticed
 * afterwards, by the file that is gone. The briefing and the new approach are the agent's own.
 */
import { relative, sep } from 'node:path';
import { commandTexts, pathsOf } from '../reserved/tool-call.ts';
import { deny, note, type Places, type Rule } from './situation.ts';

/** The files that an agent may write. */
export const BRIEFING = 'MISSION_BRIEFING.md';
export const APPROACH = 'NEW_APPROACH.md';
const AGENTS_OWN = [BRIEFING, APPROACH];

/** One plain command that only looks. */
const ONLY_LOOKS =
  /^\s*(?:ls|cat|head|tail|wc|grep|rg)(?: [^;&|<>`$()\n]*)?(?: 2>\/dev\/null)?\s*$/;
const LOOKING_TOOL = /^(?:read|read_?file|view|grep|glob|ls|list)$/i;

/** Calls that touch what is protected do not run. */
export const protectedPathsRule: Rule = (now) => {
  const { event, around } = now;
  if (event.kind !== 'tool-before') return now;
  const [command] = around.reserved?.personsCommands ?? [];
  if (command !== undefined) {
    const refused = deny(
      now,
      `${command} is a person's to run, not an agent's. Tell them why you want it; they run it in a terminal of their own.`,
    );
    return note(refused, 'PROTECTED_PATH', 'denied_tool', { tool: event.tool, command });
  }
  const touched = touchedPlace(event.tool, event.args, event.cwd, around.places);
  if (touched === null) return now;
  const denied = deny(
    now,
    `${touched} belongs to Tripwire and may not be touched by tools; only ${AGENTS_OWN.join(' and ')} in ${around.places.stateFolder} may be written. If a person is to change something there, ask them.`,
  );
  return note(denied, 'PROTECTED_PATH', 'denied_tool', { tool: event.tool, place: touched });
};

/** The protected place that a call touches; null when it touches none. */
function touchedPlace(tool: string, args: unknown, cwd: string, places: Places): string | null {
  const { stateFolder, dataFolder } = places;
  const own = AGENTS_OWN.map((name) => `${stateFolder}${sep}${name}`);
  const paths = pathsOf(args, cwd).filter((path) => !own.includes(path));
  const data = paths.find((path) => isInside(path, dataFolder));
  if (data !== undefined) return data;
  const state = LOOKING_TOOL.test(tool)
    ? undefined
    : paths.find((path) => isInside(path, stateFolder));
  if (state !== undefined) return state;
  for (const command of commandTexts(args)) {
    if (mentions(command, dataFolder, places, cwd)) return dataFolder;
    if (ONLY_LOOKS.test(command)) continue;
    if (isInside(cwd, stateFolder) || mentions(withoutOwn(command), stateFolder, places, cwd)) {
      return stateFolder;
    }
  }
  return null;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** The folder in a command, however it is written: absolute, from home, from here, or by its bare name. */
function mentions(command: string, folder: string, { home }: Places, cwd: string): boolean {
  const fromHome = relative(home, folder);
  const written = [
    folder,
    `~/${fromHome}`,
    `$HOME/${fromHome}`,
    `\${HOME}/${fromHome}`,
    relative(cwd, folder),
    folder.split(sep).at(-1) ?? folder,
  ];
  return written.some((one) => one !== '' && hasWord(command, one));
}

/** The name on its own: `.geometry` and `x/.geometry/y`, not `my.geometry` or `.geometry-notes`. */
function hasWord(command: string, word: string): boolean {
  for (let at = command.indexOf(word); at !== -1; at = command.indexOf(word, at + 1)) {
    const before = command[at - 1] ?? ' ';
    const after = command[at + word.length] ?? ' ';
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** The command without the files that are the agent's own. */
function withoutOwn(command: string): string {
  return AGENTS_OWN.filter((name) => command.includes(name)).reduce(
    (text, name) =>
      text.replace(new RegExp(`[\\w./~$\\{}-]{0,300}/${name.replace('.', '\\.')}`, 'g'), ' '),
    command,
  );
}
