/**
 * What clients write in the user's name, told apart from what a person said.
 *
 * A person's words give a thread a fresh chance. Reminders, notices of hooks and tasks, and the
 * surroundings that a client describes to the model are no person's words.
 */
const noteTags = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'command-name',
  'command-message',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'environment_context',
  'session_context',
  'user_instructions',
  'permissions',
  'skills_instructions',
  'skill',
  'subagent_notification',
  'turn_aborted',
  'hook_prompt',
  'hook_context',
];

const noteStarts = [
  '# AGENTS.md instructions',
  'This is the Gemini CLI. We are setting up the context',
  'Stop hook feedback:',
];

const leadingTag = /^<([a-z][a-z_-]*)[\s>]/;

/** Whether a text in the user's name is a note of the client and nothing a person said. */
export function isClientNote(text: string): boolean {
  const start = text.trimStart();
  const tag = leadingTag.exec(start)?.[1];
  if (tag !== undefined && noteTags.includes(tag)) return true;
  return noteStarts.some((words) => start.startsWith(words));
}

/** What clients hang onto every result anew: it says nothing about what the tool found. */
const volatileNotes = [
  /\s*<system-reminder>[\s\S]*?<\/system-reminder>/g,
  /^Process Group PGID: \d+\n?/gm,
];

/** A tool's result without the notes that a client adds to it. */
export function withoutClientNotes(text: string): string {
  return volatileNotes.reduce((rest, note) => rest.replaceAll(note, ''), text);
}
