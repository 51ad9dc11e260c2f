/**
 * What answers a prompt when Tripwire's program is gone: a few lines for any POSIX shell, because there may be no Node.
 *
 * Whoever deletes a checkout and forgets the hooks would otherwise be refused every prompt in every project. So a
 * prompt passes, with a message that says what is wrong. It is refused where files show a hold, and where only the
 * program could tell. Tools are refused either way: an agent that removes its guard must not gain by it.
 */
import type { EventAnswers } from './client-hooks.ts';

/** The file that names who is held, in a data folder and in the folder of a project. */
export const HELD_FILE = 'held';

/** What must be there for a hook to start; both quoted for a shell. */
export interface NeededFiles {
  readonly program: string;
  /** The Node that comes with it; the program again where it uses the user's. */
  readonly node: string;
}

/** How to get out of it. */
export const REINSTALL =
  'If it was moved or deleted, install it again and run: tripwire init. To work without it, take its lines out of the hooks of this client.';

const UNGUARDED =
  'Tripwire could not be started, so this session is not guarded and every tool call is refused. ' +
  `${REINSTALL} If you are an agent: tell the person who works with you.`;

/** Refuses with a reason: the file that shows a hold, or what only the program knows. */
const REFUSE = `no() { echo "Tripwire could not be started, so this is refused: $1. ${REINSTALL}" >&2; exit 2; }`;

/** Looks for holds in the folder $d; a line of the list is an agent and, for a hold of one session, that session. */
const LOOK = [
  'for f in STOP PAUSE CHECKPOINT.md BLOCKER_REPORT.md; do [ ! -e "$d/$f" ] || no "$d/$f is there"; done',
  `h=$d/${HELD_FILE}`,
  '[ -e "$h" ] || return 0',
  'while read -r a s; do case $a in "$agent"|"*") case $payload in *"$s"*) no "$h names this agent as stopped";; esac;; esac; done < "$h" || no "$h cannot be read"',
].join('; ');

/** The command that runs when the hook of a prompt failed. It must hold no single quote. */
export function promptFallback(
  { program, node }: NeededFiles,
  agent: string,
  { say }: Pick<EventAnswers, 'say'>,
  eventName: string,
): string {
  const passes = JSON.stringify({ systemMessage: UNGUARDED, ...say(UNGUARDED, eventName) });
  const script = [
    'payload=$(cat)',
    `agent=\${TRIPWIRE_AGENT:-${agent}}`,
    REFUSE,
    `look() { ${LOOK}; }`,
    // Both are there: it is the program that failed, and what it knows is not known here.
    '[ ! -x "$0" ] || [ ! -x "$1" ] || no "it failed"',
    '[ -z "$TRIPWIRE_URL$TRIPWIRE_UNATTENDED" ] || no "only Tripwire can ask the server or the supervisor of this session"',
    'd=${TRIPWIRE_DATA:-$HOME/.tripwire}',
    'look',
    '[ -z "$TRIPWIRE_DIR" ] || { d=$TRIPWIRE_DIR; look; }',
    'w=$PWD',
    'while :; do d=$w/.geometry; look; [ -n "$w" ] || break; w=${w%/*}; done',
    `printf "%s\\n" "${passes.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`,
  ].join('; ');
  return `sh -c '${script}' ${program} ${node}`;
}
