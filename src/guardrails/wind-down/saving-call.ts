/**
 * Whether a tool call only saves work: what an agent may still do while it is being stopped.
 *
 * By the names and arguments that the known clients use. A tool, an argument or a command that is not known is none.
 */
import {
  fieldsOf,
  listOf,
  objectOrNull,
  textOrNull,
  type JsonObject,
} from '../../base/json-values.ts';
import { isNotePath } from './note-file.ts';
import { isSavingCommand } from './saving-command.ts';

/** A client's own list of what is left to do: it is written nowhere else. */
const PLANS = /^(?:TodoWrite|todo_?write|write_todos|update_plan)$/i;
const SHELLS =
  /^(?:bash|shell|local_shell|exec_command|run_shell_command|execute_command|run_command|run_terminal_cmd)$/i;
const WRITERS =
  /^(?:write|edit|multi_?edit|write_?file|write_to_file|create_?file|replace|edit_?file|str_?replace(?:_based_edit_tool|_editor)?)$/i;
const PATCHERS = /^(?:apply_?patch|patch)$/i;

/** Arguments of a shell tool besides the line itself: none of them says what is run. */
const SHELL_ASIDES =
  /^(?:description|timeout|timeout_ms|timeoutMs|workdir|cwd|dir_path|directory|yield_time_ms|max_output_tokens|login|justification|requires_approval|is_background|run_in_background)$/;
const COMMAND_KEYS = ['command', 'cmd', 'script'] as const;
const PATH_KEYS = /^(?:file_?path|path|absolute_path|target_file)$/i;
/** Arguments of a tool that writes besides the paths: what is written, and how. */
const WRITE_ASIDES =
  /^(?:content|contents|text|file_?text|(?:old|new)_?(?:string|str|text|content)|replace_?all|instructions?|description|explanation|expected_replacements|edits|code_?edit|insert_?(?:line|text)|view_?range|command|append|encoding|line_?count|create_?directories|start_?line|end_?line)$/i;
const FOLDER_KEYS = ['workdir', 'cwd', 'dir_path', 'directory'] as const;
const PATCH_KEYS = ['input', 'patch', 'patchText', 'patch_text', 'command'] as const;
const PATCH_LINE = /^\*\*\* (.*)$/gm;
const ARGS_MAX = 32;

/** Whether this call saves work and does nothing else. */
export function isSavingCall(tool: string, given: unknown): boolean {
  if (PLANS.test(tool)) return true;
  const args = PATCHERS.test(tool) && typeof given === 'string' ? { input: given } : given;
  const fields = objectOrNull(args);
  if (fields === null || Object.keys(fields).length > ARGS_MAX) return false;
  if (SHELLS.test(tool)) return isSavingShell(fields);
  if (PATCHERS.test(tool)) return isNotePatch(fields);
  return WRITERS.test(tool) && isNoteWrite(fields);
}

function isSavingShell(fields: JsonObject): boolean {
  const names = COMMAND_KEYS.filter((key) => fields[key] !== undefined);
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return false;
  const isKnown = Object.entries(fields).every(
    ([key, value]) =>
      key === name || (SHELL_ASIDES.test(key) && !(/background/.test(key) && value !== false)),
  );
  const line = lineOf(fields[name]);
  if (!isKnown || line === null) return false;
  // Where it runs may be said beside it.
  const folders = FOLDER_KEYS.flatMap((key) => textOrNull(fields[key]) ?? []);
  return [line, ...folders.map((folder) => `cd ${quoted(folder)} && ${line}`)].every(
    isSavingCommand,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A line, or the words of `bash -lc LINE`; other lists of words are not read. */
function lineOf(command: unknown): string | null {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || command.length !== 3) return null;
  const [shell, option, line] = command as unknown[];
  const isShell = typeof shell === 'string' && /^(?:\/(?:usr\/)?bin\/)?(?:ba|z)?sh$/.test(shell);
  return isShell && (option === '-c' || option === '-lc') ? textOrNull(line) : null;
}

/** Every path that is named is a note's, at least one is, and nothing else is said that is not known. */
function isNoteWrite(fields: JsonObject): boolean {
  const paths = Object.keys(fields).filter((key) => PATH_KEYS.test(key));
  const { edits = [] } = fields;
  const isListed = Array.isArray(edits) && listOf(edits).every(isNoteEdit);
  return paths.length > 0 && isAboutNotes(fields) && isListed;
}

/** One of several edits: some clients name the file again. */
function isNoteEdit(edit: unknown): boolean {
  const fields = objectOrNull(edit);
  return fields !== null && isAboutNotes(fields);
}

function isAboutNotes(fields: JsonObject): boolean {
  return Object.entries(fields).every(([key, value]) =>
    PATH_KEYS.test(key) ? isNote(value) : WRITE_ASIDES.test(key),
  );
}

/** A patch that adds and changes notes, and removes and moves nothing. */
function isNotePatch(fields: JsonObject): boolean {
  const texts = PATCH_KEYS.flatMap((key) => textOrNull(fieldsOf(fields)[key]) ?? []);
  const [text, ...others] = texts;
  if (text === undefined || others.length > 0 || Object.keys(fields).length !== 1) return false;
  const marks = [...text.matchAll(PATCH_LINE)].map(([, mark = '']) => mark.trim());
  const files = marks.flatMap((mark) => /^(?:Add|Update) File: (.+)$/.exec(mark)?.[1] ?? []);
  const ends = marks.filter((mark) => /^(?:Begin Patch|End Patch|End of File)$/.test(mark));
  return files.length > 0 && files.length + ends.length === marks.length && files.every(isNote);
}

function isNote(path: unknown): boolean {
  return typeof path === 'string' && isNotePath(path);
}
