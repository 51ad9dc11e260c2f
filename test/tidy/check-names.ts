/** A file's name says what is inside, in one spelling. */
import { isUnder } from './list-files.ts';
import { codeFolders, emptyNames } from './rules.ts';
import type { Problem } from './source-file.ts';

const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function checkName(path: string): Problem[] {
  // A folder's README has the name that everybody looks for.
  if (!isUnder(path, codeFolders) || path.endsWith('/README.md')) return [];
  const wrong = path.split('/').flatMap((part, index, parts) => {
    // The first of the dotted words is the name; what follows (.test.ts) says what kind of file it is.
    const name = index === parts.length - 1 ? part.split('.')[0] : part;
    if (name === undefined || !kebabCase.test(name)) return `${part} is not kebab-case`;
    return emptyNames.includes(name) ? `${part} says nothing about what is inside` : [];
  });
  return wrong.map((message) => ({ file: path, line: 1, message }));
}
