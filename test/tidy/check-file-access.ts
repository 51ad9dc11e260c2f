/**
 * Files that an agent could have put there are opened in one place: `src/base/node/safe-file.ts` reads them and
 * `whole-file.ts` writes them. In the rooms that work in an agent's folders nobody else opens a file: whoever does follows
 * links with rights that the agent does not have, or waits at a pipe for ever.
 */
import { importedModules } from './imported-modules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

/** The rooms in which paths come from agents, or lie in folders that agents write to. */
const ROOMS: ReadonlySet<string> = new Set([
  'clients',
  'guardrails',
  'hooks',
  'loop',
  'night',
  'transcripts',
]);
const OPENS =
  /^(?:appendFile|copyFile|cp|createReadStream|createWriteStream|open|openAsBlob|readFile|truncate|writeFile)(?:Sync)?$/;
const INSTEAD =
  'opens a file by itself; read it with safe-file.ts or large-file.ts of src/base/node, write it with whole-file.ts';

export function checkFileAccess(file: SourceFile): Problem[] {
  if (file.isTest || file.room === undefined || !ROOMS.has(file.room)) return [];
  const imported = importedModules(file)
    .filter(({ specifier, typeOnly }) => !typeOnly && isFs(specifier))
    .flatMap(({ names, offset, deferred }) =>
      (deferred ? ['*'] : names)
        .filter((name) => OPENS.test(name) || name === '*' || name === 'default')
        .map((name) => ({ name, offset })),
    );
  return [...imported, ...askedFor(file)].map(({ name, offset }) =>
    problemAt(file, offset, `${name === '*' ? 'the whole of fs' : name} ${INSTEAD}`),
  );
}

/** Modules that are got by a call: `require`, `process.getBuiltinModule`. */
function askedFor(file: SourceFile): { readonly name: string; readonly offset: number }[] {
  const found: { name: string; offset: number }[] = [];
  walkSyntax(file.program, (node) => {
    if (node.type !== 'CallExpression') return;
    const [first] = node.arguments;
    const isModule = first?.type === 'Literal' && isFs(String(first.value));
    if (isModule) found.push({ name: '*', offset: node.start });
  });
  return found;
}

function isFs(specifier: string | undefined): boolean {
  return specifier !== undefined && /^(?:node:)?fs(?:\/promises)?$/.test(specifier);
}
