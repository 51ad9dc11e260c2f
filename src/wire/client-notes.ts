/**
 * What clients write into a conversation in the user's name, and how to tell it from what a person said.
 *
 * Reminders, the environment and instructions travel as user text, come and go, and would look like new
 * prompts; they are taken out. The summary that a conversation goes on from after a compaction travels the same
 * way and is a sign of its own. The wordings are those of current clients; one that changes its own
 * is read as if a person spoke.
 */

const noteTags = [
  'system-reminder',
  'environment_context',
  'environment_details',
  'session_context',
  'user_instructions',
  'permissions instructions',
  'skills_instructions',
  'apps_instructions',
  'plugins_instructions',
  'collaboration_mode',
  'hook_context',
  'turn_aborted',
  'user_info',
];
const instructionsStart = '# AGENTS.md instructions';
const instructionsEnd = '</INSTRUCTIONS>';
/** Notes taken off one text. */
const NOTES_MAX = 64;

const summaryStarts = [
  'This session is being continued from a previous conversation',
  'Another language model started to solve this problem',
  'Here is a summary of the conversation to date',
  '<state_snapshot>',
  '<conversation_summary>',
  '<conversation-summary>',
  '<CONVERSATION SUMMARY>',
];
/** One client opens a compacted conversation with this question and lets the summary be its answer. */
const summaryQuestion = 'What did we do so far?';
/** How it then tells itself to go on; where it was told that its prompt is too long, other words of its own come first. */
const goOnNote =
  'Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.';
const tooLongNote = "The previous request exceeded the provider's size limit due to large media";

/** What is left of a text in the user's name without the client's notes; empty when it was notes alone. */
export function ownWords(text: string): string {
  const start = text.trimStart();
  const opening = start.charCodeAt(0);
  if (opening === 0x23 && start.startsWith(instructionsStart)) {
    const end = start.lastIndexOf(instructionsEnd);
    return end < 0 ? text : ownWords(start.slice(end + instructionsEnd.length));
  }
  if (isGoOnNote(start)) return '';
  const rest = withoutTrailingNotes(opening === 0x3c ? withoutLeadingNotes(start) : text);
  return rest.trim() === '' ? '' : rest;
}

function isGoOnNote(start: string): boolean {
  const words = start.trimEnd();
  return words === goOnNote || (words.startsWith(tooLongNote) && words.endsWith(goOnNote));
}

function withoutLeadingNotes(text: string): string {
  let rest = text;
  for (let taken = 0; taken < NOTES_MAX; taken += 1) {
    const tag = noteTags.find((name) => rest.startsWith(`<${name}>`));
    if (tag === undefined) return rest;
    const close = `</${tag}>`;
    const end = rest.indexOf(close);
    // A note that was cut short is a note.
    if (end < 0) return '';
    rest = rest.slice(end + close.length).trimStart();
  }
  return rest;
}

/** The text without the notes that a client hung on its end. */
export function withoutTrailingNotes(text: string): string {
  let rest = text;
  for (let taken = 0; taken < NOTES_MAX; taken += 1) {
    const trimmed = rest.trimEnd();
    if (!trimmed.endsWith('>')) return rest;
    const tag = noteTags.find((name) => trimmed.endsWith(`</${name}>`));
    const start = tag === undefined ? -1 : trimmed.lastIndexOf(`<${tag}>`);
    if (start < 0) return rest;
    rest = trimmed.slice(0, start).trimEnd();
  }
  return rest;
}

/** Whether a text in the user's name is the summary of an earlier conversation. */
export function isSummary(words: string): boolean {
  const start = words.trimStart();
  return summaryStarts.some((opening) => start.startsWith(opening));
}

/** Whether the first prompt of a conversation only asks for the summary that follows it. */
export function asksForSummary(words: string): boolean {
  return words.length < 2 * summaryQuestion.length && words.trim() === summaryQuestion;
}
