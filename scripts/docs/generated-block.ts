/**
 * A block of a document that is written by the program, between two markers that readers do not see.
 * The rest of the document belongs to people, so nothing outside the markers is ever changed.
 */

/** The document with the block's content replaced. Throws when the markers are not there once each. */
export function replaceBlock(document: string, name: string, content: string): string {
  const open = `<!-- generated:${name} -->`;
  const close = `<!-- /generated:${name} -->`;
  const [before, rest, ...moreOpen] = document.split(open);
  if (before === undefined || rest === undefined || moreOpen.length > 0) {
    throw new Error(`the marker ${open} must stand in the document exactly once`);
  }
  const [, after, ...moreClose] = rest.split(close);
  if (after === undefined || moreClose.length > 0 || before.includes(close)) {
    throw new Error(`the marker ${close} must stand in the document exactly once, after ${open}`);
  }
  return `${before}${open}\n\n${content.trim()}\n\n${close}${after}`;
}
