/**
 * What a tool call can do to the world, judged by its name and its command.
 *
 * It matters in two places: a new, successful change is progress, which cancels repeats; and an
 * acknowledgement says little about an act on a screen. Where nothing is known a call counts as
 * one that may change something, because calling progress a repeat would stop healthy work.
 */
import { openedJson as opened } from '../../base/json-text.ts';

/** read: looks only; change: alters something; run: a command that may do either; plan: keeps notes for the agent itself; screen: acts on a screen; wait: waits by design; spawn: starts another agent. */
export type ToolNature = 'read' | 'change' | 'run' | 'plan' | 'screen' | 'wait' | 'spawn';

interface NatureRule {
  readonly nature: ToolNature;
  readonly names: RegExp;
}

/** First match wins. Names are compared in lower case with their words joined by underscores. */
const rules: readonly NatureRule[] = [
  { nature: 'plan', names: /(^|_)(todo|plan|tasks?_(create|update|list)|think|thought)(_|$)/ },
  { nature: 'plan', names: /^(todowrite|todoread|taskcreate|taskupdate|update_plan)$/ },
  // What an agent or a task has to say so far: asked for, not started.
  {
    nature: 'wait',
    names: /(^|_)(wait|sleep|poll)(_|$)|^(task|agent|subagent)_(output|result|status|get)/,
  },
  {
    nature: 'spawn',
    names: /^(task|agent|subagent|spawn|delegate)(_|$)|spawn_agent|delegate_task/,
  },
  { nature: 'screen', names: /(^|_)(click|scroll|hover|press|swipe|browser|screenshot)(_|$)/ },
  { nature: 'screen', names: /^(page_(up|down)|go_back|scroll(up|down)?)$/ },
  // A verb of looking in front decides: read_terminal looks at what a terminal shows.
  { nature: 'read', names: /^(read|get|list|view|check)_|^(bash|shell|command)_output$/ },
  {
    nature: 'run',
    names: /(^|_)(bash|shell|terminal|exec|command|python|sql|interpreter|repl|run)(_|$)/,
  },
  { nature: 'run', names: /^(bash|powershell|run_shell_command|exec_command)$/ },
  {
    nature: 'change',
    names:
      /(^|_)(write|edit|create|update|delete|remove|move|rename|patch|replace|insert|append|save|send|book|cancel|submit|commit|push)(_|$)/,
  },
  { nature: 'change', names: /^(str_replace_editor|multiedit|notebookedit)$/ },
  {
    nature: 'read',
    names:
      /(^|_)(read|get|list|search|browse|navigate|find|grep|glob|open|view|show|fetch|lookup|look|query|stat|ls|cat|goto|inspect|check|status|visit|describe)(_|$)/,
  },
  { nature: 'read', names: /^(websearch|webfetch|readfile|toolsearch)$/ },
];

/** Commands that only look, by their first word. */
const readingCommand =
  /^\s*(?:cd [^;&|]+(?:&&|;)\s*)?(?:ls|cat|head|tail|grep|rg|find|fd|wc|stat|which|pwd|echo|tree|less|file|du|df|env|printenv|ps|date|whoami|journalctl|sed -n|git (?:status|log|diff|show|branch|blame|ls-files|remote)|kubectl (?:get|describe|logs|top)|docker (?:ps|images|logs|inspect)|gh \w+ (?:view|list|checks|status)|npm (?:ls|view|outdated)|pip3? (?:list|show)|systemctl status)\b(?![^|;&]*>)/;
/** Commands that wait. */
const waitingCommand = /^\s*(?:sleep\b|wait\b)|\bsleep \d/;

/** Tools that type into a running process; typing nothing is how one waits for it. */
const typesNothing = /(^|_)(write|send)_(stdin|input|keys)$/;

/** The nature of a call. */
export function toolNature(tool: string, args: unknown): ToolNature {
  const name = tool
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  const bare = tool.toLowerCase();
  const rule = rules.find(({ names }) => names.test(name) || names.test(bare));
  const nature = rule?.nature ?? 'change';
  if (typesNothing.test(name) && isEmptyInput(args)) return 'wait';
  if (nature !== 'run') return nature;
  const command = commandOf(args);
  if (command === null) return 'run';
  if (waitingCommand.test(command)) return 'wait';
  return readingCommand.test(command) ? 'read' : 'run';
}

function isEmptyInput(args: unknown): boolean {
  const value = opened(args);
  if (typeof value !== 'object' || value === null) return false;
  const { chars, input, keys } = value as Readonly<Record<string, unknown>>;
  return (chars ?? input ?? keys) === '';
}

/** The command line in the arguments, where there is one. */
function commandOf(args: unknown): string | null {
  const value = opened(args);
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { command, cmd } = value as Readonly<Record<string, unknown>>;
  const line = command ?? cmd;
  if (Array.isArray(line)) return line.join(' ');
  return typeof line === 'string' ? line : null;
}
