/**
 * Texts that mean themselves in a page: agents and people wrote them, so nothing of them is markup.
 */
const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text, escaped. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => NAMES[character] ?? '');
}
