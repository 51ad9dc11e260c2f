/**
 * Whether a path is that of a note: a text for people, which no program runs or obeys.
 *
 * Fail closed: what tells an agent how to behave, what a build reads and what is hidden is no note.
 */

const NOTE_NAME = /^[\w][\w .,()-]*\.md$/i;
const TEXT_NAME = /^[\w .,()-]*(?:note|todo|handover|summary|progress|status)[\w .,()-]*\.txt$/i;
/** Read by agents and forges as instructions, or shown as a project's face. */
const OBEYED =
  /^_*(?:agents?|amazonq|amp|claude|codebuddy|codex|conventions|copilot(?:-instructions)?|crush|cursor|droid|gemini|goose|guidelines|iflow|instructions|junie|kilo|kimi|memory|opencode|prompt|qoder|qodo|qwen|rules|skill|soul|system|tools|warp|windsurf|readme|contributing|security|codeowners)(?![a-z])/i;
/** Folders whose files clients read as commands, roles or rules. */
const OBEYED_FOLDER =
  /^(?:agents?|chatmodes|commands|droids|hooks|instructions|memor(?:y|ies)|memory-bank|modes|plugins|prompts|roles|rules|skills|steering|subagents|workflows)$/i;
/** The one file in a hidden folder that is an agent's to write. */
const BRIEFING = /(?:^|\/)\.geometry\/MISSION_BRIEFING\.md$/;

/** Whether this is where a note may be written. */
export function isNotePath(path: string): boolean {
  if (path.length > 1_024 || /[\0\n\r~\\]/.test(path)) return false;
  const parts = path.split('/');
  if (parts.includes('..')) return false;
  if (BRIEFING.test(path)) return true;
  const [name = '', ...folders] = parts.toReversed();
  if (!isNoteFolder(folders.toReversed().join('/'))) return false;
  return (NOTE_NAME.test(name) || TEXT_NAME.test(name)) && !OBEYED.test(name);
}

/** Whether a note may be written in this folder: none of its path is hidden, and itself it holds no orders. */
export function isNoteFolder(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const isShown = parts.every((part) => !part.startsWith('.') || part === '.' || part === '..');
  return isShown && !OBEYED_FOLDER.test(parts.findLast((part) => part !== '.') ?? '');
}
