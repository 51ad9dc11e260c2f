/** Applies every house rule to every file of the repository. */
import { readFileSync } from 'node:fs';
import { checkAny } from './check-any.ts';
import { checkCatches } from './check-catches.ts';
import { checkClients } from './check-clients.ts';
import { checkCopies } from './check-copies.ts';
import { checkCoreOrder } from './check-core-order.ts';
import { checkDocblock } from './check-docblock.ts';
import { checkExports } from './check-exports.ts';
import { checkFileAccess } from './check-file-access.ts';
import { checkFolders } from './check-folders.ts';
import { checkImports } from './check-imports.ts';
import { checkLength } from './check-length.ts';
import { checkName } from './check-names.ts';
import { checkPurity } from './check-purity.ts';
import { checkSentences } from './check-sentences.ts';
import { checkText } from './check-text.ts';
import { checkUnused } from './check-unused.ts';
import { isUnder, listFiles } from './list-files.ts';
import {
  codeFolders,
  mayCatchSilently,
  mayNameClients,
  mayOpenFiles,
  mayReadSentences,
} from './rules.ts';
import { parseSource, type Problem, type SourceFile } from './source-file.ts';
import { withExceptions } from './with-exceptions.ts';

const fileRules = [
  checkImports,
  checkPurity,
  checkExports,
  checkAny,
  checkCopies,
  checkLength,
  checkDocblock,
] as const;

const rulesWithExceptions = [
  withExceptions(checkClients, mayNameClients),
  withExceptions(checkSentences, mayReadSentences),
  withExceptions(checkCatches, mayCatchSilently),
  withExceptions(checkFileAccess, mayOpenFiles),
];

export interface TidyReport {
  readonly filesRead: number;
  readonly problems: readonly Problem[];
}

/** Every source file of ours, or in some folders, parsed. */
export function readSources(root: string, folders: readonly string[] = codeFolders): SourceFile[] {
  return listFiles(root)
    .filter((path) => isUnder(path, folders) && /\.(?:tsx?|mjs)$/.test(path))
    .filter((path) => !path.includes('/fixtures/'))
    .map((path) => parseSource(path, readFileSync(`${root}/${path}`, 'utf8')));
}

export function findProblems(root: string): TidyReport {
  const sources = readSources(root);
  const problems = [
    ...listFiles(root).flatMap((path) => [
      ...checkName(path),
      ...checkText(path, readFileSync(`${root}/${path}`, 'utf8')),
    ]),
    ...sources.flatMap((source) => fileRules.flatMap((rule) => rule(source))),
    ...rulesWithExceptions.flatMap((rule) => rule(sources)),
    ...checkFolders(listFiles(root)),
    ...checkUnused(sources),
    ...checkCoreOrder(sources),
  ];
  return { filesRead: sources.length, problems };
}

export function describeProblem({ file, line, message }: Problem): string {
  return `${file}:${line}: ${message}`;
}
