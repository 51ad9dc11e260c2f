/**
 * The paths of this repository that a document names, in words (`src/gate/gate.ts`) or as the target of a link.
 */
import { posix } from 'node:path';

export interface NamedPath {
  readonly line: number;
  /** From the repository's root. */
  readonly path: string;
}

/** Folders that are kept in the repository; what is in `dist` is made, so a document may name it before it is there. */
const FOLDERS = 'src|test|spec|scripts|bench|web|docs|examples|fixtures|schema|circuits|grafana';
const IN_WORDS = new RegExp(String.raw`(?<![\w./-])(?:${FOLDERS})/[\w./-]*[\w-]`, 'g');
const AS_LINK = /\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g;

/** Every path in a Markdown text, blocks of code included, because people copy from them. */
export function namedPaths(document: string, text: string): NamedPath[] {
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const linked = [...content.matchAll(AS_LINK)].map(([, target = '']) =>
      posix.join(posix.dirname(document), target),
    );
    const inWords = [...content.replaceAll(AS_LINK, ']').matchAll(IN_WORDS)].map(([path]) => path);
    return [...linked, ...inWords].map((path) => ({ line, path }));
  });
}
