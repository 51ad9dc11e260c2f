/**
 * What a tool call can do to the world, judged by its name and its command.
 *
 * It matters in two places: a new, successful change is progress, which cancels repeats; and an
 * acknowledgement says little about an act on a screen. Where nothing is known a call counts as
 * one that may change something, because calling progress a repeat would stop healthy work.
 */
import { openedJson } from '../../base/json-text.ts';
import { commandLine, commandName, isCommandLine, isIdleCommand } from './shell-command.ts';

export type ToolNature = 'read' | 'change' | 'run' | 'act' | 'plan' | 'screen' | 'wait' | 'spawn';

interface NatureRule {
  readonly nature: ToolNature;
  readonly names: RegExp;
}

/** First match wins. Names are compared in lower case with their words joined by underscores. */
const rules: readonly NatureRule[] = [
  {
    nature: 'plan',
    names: /(^|_)(todos?|plan|tasks?_(create|update|list)|think|thinking|thought|scratchpad)(_|$)/,
  },
  { nature: 'plan', names: /(^|_)(report|set|update|log|track)_(progress|intent)(_|$)/ },
  { nature: 'plan', names: /^(todowrite|todoread|taskcreate|taskupdate|update_plan)$/ },
  {
    nature: 'plan',
    names:
      /(^|_)(save|write|add|update|create|append|store)_(memory|memories|notes?)(_|$)|^(remember|memorize)(_|$)/,
  },
  // What an agent or a task has to say so far: asked for, not started.
  {
    nature: 'wait',
    names: /(^|_)(wait|sleep|poll)(_|$)|^(task|agent|subagent)_(output|result|status|get)/,
  },
  {
    nature: 'spawn',
    names:
      /^(task|agent|spawn|delegate)(_|$)|(^|_)sub_?agents?(_|$)|spawn_agent|delegate_task|^(run|start|launch|invoke|call)_agent|^(transfer|hand_?off|hand_?over)_to_/,
  },
  {
    nature: 'screen',
    names:
      /(^|_)(click|tap|scroll|hover|press|swipe|browser|computer|screenshot|keys?|keystrokes?|keyboard)(_|$)/,
  },
  { nature: 'screen', names: /^(page_(up|down)|go_back|scroll(up|down)?)$/ },
  // A verb of looking in front decides: read_terminal looks at what a terminal shows.
  { nature: 'read', names: /^(read|get|list|view|check)_|^(bash|shell|command)_output$/ },
  {
    nature: 'run',
    names: /(^|_)(bash|shell|terminal|exec|execute|command|python|sql|interpreter|repl|run)(_|$)/,
  },
  { nature: 'run', names: /^(bash|powershell|run_shell_command|exec_command)$/ },
  {
    nature: 'change',
    names:
      /(^|_)(write|edit|create|update|delete|remove|rename|patch|replace|insert|append|save|send|book|cancel|submit|commit|push)(_|$)/,
  },
  { nature: 'change', names: /^(str_replace_editor|multiedit|notebookedit)$/ },
  {
    nature: 'read',
    names:
      /(^|_)(read|get|list|search|browse|navigate|find|grep|glob|open|view|show|fetch|lookup|look|query|stat|ls|cat|goto|inspect|check|status|visit|describe)(_|$)/,
  },
  { nature: 'read', names: /^(websearch|webfetch|readfile|toolsearch)$/ },
];

/**
 * What the rules say of the tools that coding agents call all the time: to compile ten patterns for one name is a good part
 * of what a hook takes to judge a call.
 */
export const KNOWN_TOOLS: ReadonlyMap<string, ToolNature> = new Map<string, ToolNature>([
  ['Bash', 'run'],
  ['Edit', 'change'],
  ['Glob', 'read'],
  ['Grep', 'read'],
  ['MultiEdit', 'change'],
  ['NotebookEdit', 'change'],
  ['Read', 'read'],
  ['TodoWrite', 'plan'],
  ['WebFetch', 'read'],
  ['WebSearch', 'read'],
  ['Write', 'change'],
  ['bash', 'run'],
  ['edit', 'change'],
  ['exec_command', 'run'],
  ['glob', 'read'],
  ['grep', 'read'],
  ['read', 'read'],
  ['read_file', 'read'],
  ['run_shell_command', 'run'],
  ['shell', 'run'],
  ['write', 'change'],
  ['write_file', 'change'],
]);

/** Commands that only look, by their first word. */
const readingCommand =
  /^\s*(?:cd [^;&|]+(?:&&|;)\s*)?(?:ls|dig|host|nslookup|ping|curl(?! .*(?:-X|--request|-d |--data|-F |-T |--upload|-O|-o (?!\/dev\/null)))|cat|head|tail|grep|rg|find|fd|wc|stat|which|pwd|echo|tree|less|file|du|df|env|printenv|ps|date|whoami|journalctl|sed -n|git (?:status|log|diff|show|branch|blame|ls-files|remote)|kubectl (?:get|describe|logs|top)|docker (?:ps|images|logs|inspect)|gh \w+ (?:view|list|checks|status)|npm (?:ls|view|outdated)|pip3? (?:list|show)|systemctl status)\b(?![^|;&]*>)/;
/** Commands that wait, once their pauses are taken off: for nothing, or for something that goes on elsewhere. */
const waitingCommand = /^\s*wait\b|^$|^\s*(?:aws [\w-]+|kubectl|oc|docker|podman) wait\b/;
/** Commands that add to a file, whatever they print beside it. */
const addingCommand = />>\s*[\w./~-]/;
/** The file into which a command writes what it is given. */
const writtenFile = /^\s*(?:cat|echo|printf|tee)\b[^|;&<>]*(?:>>?|-a)\s*([\w./~-]+)\s*(?:<<.*)?$/;
/** Files in which agents keep notes for themselves. */
const noteFile =
  /(?:^|\/)(?:plans?|todos?|notes?|scratch\w*|progress|status|tasks?|memory)\.(?:md|txt|json)$/i;
/** The name of a file, with an ending or in a folder. */
const onePath = /^(?:[\w.@~-]*\/)*[\w@~-][\w.@~-]*\.\w{1,5}$|^[\w.@~-]*(?:\/[\w.@~-]+)+$/;
/** The files that a patch is about. */
const patchedFile = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

/** Tools that type into a running process; typing nothing is how one waits for it. */
const typesNothing = /(^|_)(write|send)_(stdin|input|keys)$/;

/** The nature of a call; `command` is what it executes, where it is a command line. */
export function toolNature(tool: string, args: unknown, command: string | null): ToolNature {
  const name = wordsOf(tool.replace(server, ''));
  const nature = natureByName(tool) ?? natureByArguments(args);
  if (typesNothing.test(name) && isEmptyInput(args)) return 'wait';
  if (nature === 'read' && someText(args, tellsDatabase)) return 'run';
  if (nature === 'change') return keepsNotes(args) ? 'plan' : 'change';
  if (nature === 'run' && command === null && presses(args)) return 'screen';
  if (nature !== 'run' || command === null) return nature;
  if (waitingCommand.test(command)) return 'wait';
  if (isIdleCommand(command)) return 'plan';
  if (noteFile.test(writtenFile.exec(command)?.[1] ?? '')) return 'plan';
  if (addingCommand.test(command)) return 'change';
  return readingCommand.test(command) ? 'read' : 'run';
}

/** Tools that take any command; one that runs the tests or a query takes a name or a question. */
const shellName = /(^|_)(bash|zsh|sh|shell|powershell|terminal|command|cmd|exec|execute)(_|$)/;

/** Whether a tool runs commands, by its name. */
export function runsCommands(tool: string): boolean {
  return natureByName(tool) === 'run' && shellName.test(wordsOf(tool));
}

/** What is in front of a tool's own name: `mcp__tracker__`, `functions.`. */
const server = /^.+(?:__|[.:/])(?=\w)/;

/** A name in lower case with its words joined by underscores. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
}

/** The nature that a name tells: its own, or that of what it belongs to. */
function natureByName(tool: string): ToolNature | undefined {
  return KNOWN_TOOLS.get(tool) ?? natureByRules(tool);
}

/** The same by the rules alone. */
export function natureByRules(tool: string): ToolNature | undefined {
  const own = tool.replace(server, '');
  for (const one of new Set([own, tool])) {
    const [name, bare] = [wordsOf(one), one.toLowerCase()];
    const rule = rules.find(({ names }) => names.test(name) || names.test(bare));
    if (rule !== undefined) return rule.nature;
  }
  return undefined;
}

/** What a command of a game or of a robot does not have: options, pipes, paths. */
const shellSyntax = /\s--?\w|[|&;<>$/]/;

/** A question in the language of databases. */
const asksFor =
  /^\s*(?:select\s[^;]{1,4000}\sfrom|with\s[^;]{1,4000}\)\s*select|show\s+(?:tables|databases|columns)|explain|describe)\s/i;

/** An order in it: a tool that is named after questions takes both. */
const tellsDatabase =
  /^\s*(?:delete\s+from|update\s\S+\s+set|insert\s+into|merge\s+into|(?:alter|drop|create|truncate)\s+table)\s/i;

/** Arguments that tell what a tool does whose name nobody knows. */
const argumentRules: readonly { readonly nature: ToolNature; readonly all: readonly RegExp[] }[] = [
  { nature: 'change', all: [/^(old_?(str|string|text)|patch|diff)$/i] },
  { nature: 'change', all: [/path|file/i, /^(content|contents|text)$/i] },
  { nature: 'plan', all: [/^(todos|plan|thoughts?)$/i] },
  {
    nature: 'spawn',
    all: [/^(prompt|task|message|question)$/, /^(sub_?)?agent(_?(type|name|id))?$/i],
  },
  { nature: 'read', all: [/^(q|query|pattern|regex|keywords?|search_?(term|query)s?)$/i] },
  { nature: 'screen', all: [/^(ref|selector|coordinates?|keys|keystrokes)$/i] },
  { nature: 'read', all: [/^(url|urls|cursor|page|page_?(token|number)|offset)$/i] },
];
/** All that a tool gets that waits, and all that one gets that reads a file. */
const soleArgumentRules: readonly { readonly nature: ToolNature; readonly only: RegExp }[] = [
  {
    nature: 'wait',
    only: /^((duration|delay|wait|time)_?)?(ms|milliseconds|s|secs?|seconds|minutes)$/i,
  },
  {
    nature: 'read',
    only: /^((file_?|absolute_?)?paths?|offset|limit|start_?line|end_?line|view_?range)$/i,
  },
];

function natureByArguments(args: unknown): ToolNature {
  const value = openedJson(args);
  if (typeof value !== 'object' || value === null) return 'act';
  const given = Object.keys(value);
  const fields = value as Readonly<Record<string, unknown>>;
  const line = commandLine(fields[commandName(fields, false) ?? '']) ?? '';
  if (shellSyntax.test(line) || isCommandLine(line)) return 'run';
  if (isQuestion(fields)) return 'read';
  const rule = argumentRules.find(({ all }) =>
    all.every((one) => given.some((name) => one.test(name))),
  );
  if (rule !== undefined) return rule.nature;
  const sole = soleArgumentRules.find(
    ({ only }) => given.length > 0 && given.every((name) => only.test(name)),
  );
  return sole?.nature ?? 'act';
}

const namedKey = /<(?:Enter|Return|Esc|Escape|Tab|Space|Up|Down|Left|Right|C-\w)>/i;

/** Whether a database is only asked. */
function isQuestion(args: unknown): boolean {
  return someText(args, asksFor);
}

/** Whether one of the arguments is a text of a certain form. */
function someText(args: unknown, form: RegExp): boolean {
  const value = openedJson(args);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => typeof one === 'string' && form.test(one));
}

/** Whether keys are pressed: what a terminal then shows is a screen. */
function presses(args: unknown): boolean {
  const value = openedJson(args);
  if (typeof value !== 'object' || value === null) return false;
  if ('keys' in value || 'keystrokes' in value) return true;
  return Object.values(value).some((one) => typeof one === 'string' && namedKey.test(one));
}

function isEmptyInput(args: unknown): boolean {
  const value = openedJson(args);
  if (typeof value !== 'object' || value === null) return false;
  const { chars, input, keys } = value as Readonly<Record<string, unknown>>;
  return (chars ?? input ?? keys) === '';
}

/** Whether a change is one of the agent's own notes and of nothing else. */
function keepsNotes(args: unknown): boolean {
  const value = openedJson(args);
  if (typeof value !== 'object' || value === null) return false;
  const texts = Object.values(value).filter((one) => typeof one === 'string');
  const named = texts.find((one) => onePath.test(one));
  if (named !== undefined) return noteFile.test(named);
  const patched = texts.flatMap((text) => [...text.matchAll(patchedFile)]);
  return patched.length > 0 && patched.every(([, name = '']) => noteFile.test(name.trim()));
}
