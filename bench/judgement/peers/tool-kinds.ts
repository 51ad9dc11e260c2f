/**
 * Which tools read, which change something, which run commands, by the names that agents give them.
 *
 * Peers keep lists of their own tools' names; runs of other agents use other names, so these cover
 * both.
 */
const reading =
  /^(?:read|read_file|read_many_files|open|goto|scroll_(?:up|down)|view|cat|grep|grep_files|glob|ls|list|list_dir|list_directory|file_search|find_file|search|search_dir|search_file|web_?search|web_?fetch|fetch_doc|stat|lookup|query_db|get_\w+|search_\w+|skill_view|visit_page|find_on_page_ctrl_f|inspect_file_as_text)$/i;
const changing =
  /^(?:edit|edit_file|write|write_file|create|patch|apply_patch|replace|multiedit|notebookedit|str_replace_editor|save_memory|send_message|browser_click|click|delegate_task|agent|task)$/i;
const running =
  /^(?:bash|shell|terminal|exec|exec_command|execute_command|run_shell_command|shell_command|python|python_execute|python_interpreter|code_execution|execute_code|sql|process)$/i;

/** Whether a tool only looks. */
export function isReading(tool: string): boolean {
  return reading.test(tool);
}

/** Whether a tool changes a file, a page or the world. */
export function isChanging(tool: string): boolean {
  return changing.test(tool);
}

/** Whether a tool runs commands or code. */
export function isRunning(tool: string): boolean {
  return running.test(tool);
}
