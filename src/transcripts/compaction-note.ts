/**
 * Recognises the note that a client puts in the place of a conversation it has summarised.
 *
 * Only a text that is nothing but such a note counts: an answer about compaction is an answer.
 */
const wholeNote =
  /^\[[^[\]]{0,120}\b(?:compacted|compaction|context (?:was )?(?:trimmed|condensed|summari[sz]ed))\b[^[\]]{0,120}\]$/i;

/** Whether the text is a bracketed compaction note and nothing else. */
export function isCompactionNote(text: string): boolean {
  return wholeNote.test(text.trim());
}
