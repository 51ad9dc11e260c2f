/** Each source file says first what it is for, in a docblock at its head or on its first export. */
import { problemAt, type Problem, type SourceFile } from './source-file.ts';

export function checkDocblock(file: SourceFile): Problem[] {
  if (!file.path.startsWith('src/') || file.isTest) return [];
  const { body } = file.program;
  const heads = [
    body[0],
    body.find((statement) => statement.type !== 'ImportDeclaration'),
    body.find((statement) => statement.type.startsWith('Export')),
  ];
  const found = heads.some((head) => head !== undefined && hasDocblock(file, head.start));
  return found ? [] : [problemAt(file, 0, 'no docblock (/** … */) says what this file is for')];
}

/** True when a docblock with words in it stands before `offset`, with only comments and space between. */
function hasDocblock(file: SourceFile, offset: number): boolean {
  let end = offset;
  for (const comment of file.comments.toReversed()) {
    if (comment.end > end) continue;
    if (file.text.slice(comment.end, end).trim() !== '') return false;
    if (comment.type === 'Block' && /^\*(?!\*)[^]*\w\W+\w/.test(comment.value)) return true;
    end = comment.start;
  }
  return false;
}
