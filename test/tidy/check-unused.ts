/** The rule table allows nothing that nobody does: every arrow, door and package of a room is used by some file. */
import { importedModules, resolveRelative } from './imported-modules.ts';
import { rooms } from './rooms.ts';
import type { Problem, SourceFile } from './source-file.ts';

const TABLE = 'test/tidy/rooms.ts';

export function checkUnused(files: readonly SourceFile[]): Problem[] {
  const used = new Set(files.flatMap(usesOf));
  const unused = (key: string, what: string) =>
    used.has(key) ? [] : [{ file: TABLE, line: 1, message: `${what}, and no file does` }];
  return Object.entries(rooms).flatMap(([name, room]) => [
    ...room.mayImport.flatMap((other) =>
      unused(`${name} > ${other}`, `${name} may import ${other}`),
    ),
    ...room.packages.flatMap((other) =>
      unused(`${name} : ${other}`, `${name} may import ${other}`),
    ),
    ...(room.doors === 'every file' ? [] : room.doors).flatMap((door) =>
      unused(`src/${name}/${door}`, `src/${name}/${door} is a door that others may import`),
    ),
  ]);
}

/** The arrows, packages and doors that one file uses; tests and the dashboard use doors too. */
function usesOf(file: SourceFile): string[] {
  return importedModules(file).flatMap(({ specifier }) => {
    if (specifier === undefined) return [];
    if (!specifier.startsWith('.')) {
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      return [`${file.room} : ${name}`];
    }
    const target = resolveRelative(file.path, specifier);
    const room = /^src\/([^/]+)\//.exec(target)?.[1];
    if (room === undefined || room === file.room) return [];
    return [`${file.room} > ${room}`, target];
  });
}
