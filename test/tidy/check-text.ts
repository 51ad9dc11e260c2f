/** Words and addresses that must not stand in the repository. */
import { isUnder } from './list-files.ts';
import { bannedText, codeFolders, mayNameBannedText } from './rules.ts';
import { lineAt, type Problem } from './source-file.ts';

export function checkText(path: string, text: string): Problem[] {
  if (isUnder(path, mayNameBannedText)) return [];
  return bannedText.flatMap(({ pattern, where, why }) => {
    if (where === 'code' && !isUnder(path, codeFolders)) return [];
    const found = pattern.exec(text);
    if (found === null) return [];
    return { file: path, line: lineAt(text, found.index), message: `"${found[0]}": ${why}` };
  });
}
