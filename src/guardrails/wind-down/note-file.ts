/**
 * Whether a path is that of a note: a text for people, which no program runs or obeys.
 *
 * Fail closed: what tells an agent how to behave, what a build reads and what is hidden is no note.
 */

const NOTE_NAME = /^[\w][\w .,()-]*\.md$/i;
const TEXT_NAME = /^[\w .,()-]*(?:note|todo|handover|summary|progress|status)[\w .,()-]*\.txt$/i;
/** Read by agents and forges as instructions, or shown as a project's face. */
const OBEYED =
  /^(?:agents?|claude|gemini|qwen|codex|copilot(?:-instructions)?|cursor|skill|instructions|rules|memory|system|readme|contributing|security|codeowners)\b/i;
/** The one file in a hidden folder that is an agent's to write. */
const BRIEFING = /(?:^|\/)\.geometry\/MISSION_BRIEFING\.md$/;

/** Whether this is where a note may be written. */
export function isNotePath(path: string): boolean {
  if (path.length > 1_024 || /[\0\n\r~\\]/.test(path)) return false;
  const parts = path.split('/');
  if (parts.includes('..')) return false;
  if (BRIEFING.test(path)) return true;
  const [name = '', ...folders] = parts.toReversed();
  if (folders.some((folder) => folder.startsWith('.') && folder !== '.')) return false;
  return (NOTE_NAME.test(name) || TEXT_NAME.test(name)) && !OBEYED.test(name);
}
