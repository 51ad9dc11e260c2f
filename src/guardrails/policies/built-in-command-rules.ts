/**
 * The command rules that come with the guardrails: what hardly any task needs, and what cannot be undone.
 */
import type { CommandRule } from './command-rule.ts';
import { readsCredentials } from './command-rules/credential-paths.ts';
import { forcesPush } from './command-rules/forced-push.ts';
import { endsMachine, writesDisk } from './command-rules/machine-commands.ts';
import { opensMuch } from './command-rules/open-modes.ts';
import { preloads } from './command-rules/preloading.ts';
import { removesOutside } from './command-rules/removals.ts';
import { runsUnseenInput } from './command-rules/unseen-input.ts';

const OTHER_USER = [
  'sudo',
  'sudo-rs',
  'sudoedit',
  'visudo',
  'doas',
  'su',
  'su-exec',
  'gosu',
  'sg',
  'runuser',
  'pkexec',
  'runas',
  'run0',
  'please',
  'super',
  'calife',
  'dzdo',
  'gksu',
  'gksudo',
  'kdesu',
  'kdesudo',
  'beesu',
];

/** The rules, most of them by what a command does, not by how it is written. */
export const BUILT_IN_COMMAND_RULES: readonly CommandRule[] = [
  {
    id: 'unknown-program',
    why: 'which program this runs is decided only when it runs; name the program',
    forbids: ({ words, program }) => words.length > 0 && program === null,
  },
  {
    id: 'script-from-input',
    why: 'it runs commands that nobody has seen; save them to a file, read it, then run the file',
    forbids: runsUnseenInput,
  },
  {
    id: 'other-user',
    why: 'it acts with the rights of another user; do it without, or ask a person to run it',
    forbids: { programs: OTHER_USER },
  },
  {
    id: 'remove-outside-root',
    why: 'it removes files outside of the project, all of it, or files that cannot be told; name them inside it',
    forbids: removesOutside,
  },
  {
    id: 'force-push',
    why: 'it overwrites what others may have pushed; push without force, or ask a person',
    forbids: forcesPush,
  },
  {
    id: 'credentials',
    why: 'it reads a file that holds credentials; work without it, or ask a person for what you need',
    forbids: readsCredentials,
  },
  {
    id: 'disk',
    why: 'it writes to a disk directly and destroys what is on it',
    forbids: writesDisk,
  },
  {
    id: 'open-to-all',
    why: 'it lets every user of the machine change these files; give rights to who needs them',
    forbids: opensMuch,
  },
  {
    id: 'fork-bomb',
    why: 'it is a function that starts itself again and again until the machine stands still',
    forbids: ({ program, inside, background, pipedFrom, join }) =>
      (background || pipedFrom !== null || join === '|') &&
      inside.some(({ kind, name }) => kind === 'function' && name === program),
  },
  {
    id: 'machine-off',
    why: 'it stops the machine or every process on it',
    forbids: endsMachine,
  },
  {
    id: 'preload',
    why: 'it makes other programs run code they do not contain',
    forbids: preloads,
  },
];
