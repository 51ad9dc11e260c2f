/** Rooms import only through doors, only what their row allows. */
import { isBuiltin } from 'node:module';
import { importedModules, resolveRelative, type ImportedModule } from './imported-modules.ts';
import { isUnder } from './list-files.ts';
import { rooms, type Room } from './rooms.ts';
import { impureFolders, mayAlsoTake, pureBuiltinNames, testsMayAlsoImport, web } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';

export function checkImports(file: SourceFile): Problem[] {
  if (file.path.startsWith('web/src/')) return webProblems(file);
  if (!file.path.startsWith('src/')) return [];
  const room = file.room === undefined ? undefined : rooms[file.room];
  if (file.room !== undefined && room === undefined) {
    return [
      problemAt(file, 0, `src/${file.room} is not a room; the rooms are in test/tidy/rooms.ts`),
    ];
  }
  return importedModules(file).flatMap((imported) => {
    const message = importProblem(file, room, imported);
    return message === undefined ? [] : [problemAt(file, imported.offset, message)];
  });
}

/** Whether a file may not reach outside: all of a pure room, but for its folder for what does. */
function isPure(file: SourceFile, room: Room | undefined): boolean {
  return room?.pure === true && !file.isTest && !isUnder(file.path, impureFolders);
}

function webProblems(file: SourceFile): Problem[] {
  return importedModules(file).flatMap(({ specifier = '', offset }) => {
    const target = specifier.startsWith('.') ? resolveRelative(file.path, specifier) : null;
    const isOwn = target?.startsWith('web/src/') === true || web.doors.includes(target ?? '');
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    if (isOwn || (target === null && web.packages.includes(name))) return [];
    return [problemAt(file, offset, `the dashboard may not import ${target ?? specifier}`)];
  });
}

function importProblem(
  file: SourceFile,
  room: Room | undefined,
  imported: ImportedModule,
): string | undefined {
  const { specifier } = imported;
  if (specifier === undefined)
    return 'import() needs a literal name, so that this test can read it';
  if (specifier.startsWith('.')) return relativeProblem(file, room, specifier);
  if (specifier.startsWith('node:')) return builtinProblem(file, room, imported, specifier);
  if (isBuiltin(specifier)) return `write node:${specifier}`;
  return packageProblem(file, room, specifier);
}

function relativeProblem(
  file: SourceFile,
  room: Room | undefined,
  specifier: string,
): string | undefined {
  const target = resolveRelative(file.path, specifier);
  if (!/\.(?:ts|json)$/.test(target)) return `${specifier} must end in .ts`;
  if (!target.startsWith('src/')) {
    if (file.isTest && isUnder(target, testsMayAlsoImport.folders)) return undefined;
    return `${target} is outside src`;
  }
  const [, targetRoom = '', ...inside] = target.split('/');
  if (inside.length === 0)
    return `${target} is an entry point; import the room it takes things from`;
  if (isPure(file, room) && isUnder(target, impureFolders)) {
    return `${file.room} is pure and may not import ${target}`;
  }
  if (targetRoom === file.room) return undefined;

  const name = file.room ?? 'an entry point';
  const open = room?.mayImport ?? Object.keys(rooms);
  const allowed = file.isTest ? [...open, ...testsMayAlsoImport.rooms] : open;
  if (!allowed.includes(targetRoom)) return `${name} may not import ${targetRoom}`;
  const doors = rooms[targetRoom]?.doors ?? [];
  if (doors === 'every file' || doors.includes(inside.join('/'))) return undefined;
  return `import ${doors.map((door) => `src/${targetRoom}/${door}`).join(' or ')}, not ${target}`;
}

function builtinProblem(
  file: SourceFile,
  room: Room | undefined,
  imported: ImportedModule,
  specifier: string,
): string | undefined {
  if (file.isTest || room === undefined) return undefined;
  if (room.pure && !isPure(file, room)) return undefined;
  if (room.builtins !== 'any' && !room.builtins.includes(specifier)) {
    return `${file.room} may not import ${specifier}`;
  }
  if (!room.pure) return undefined;
  const allowed = pureBuiltinNames[specifier] ?? [];
  const also = mayAlsoTake[file.path]?.name;
  const wrong = imported.names.find((name) => name !== also && !allowed.includes(name));
  if (wrong === undefined) return undefined;
  return `${file.room} may take ${allowed.join(', ')} from ${specifier}, not ${wrong}`;
}

function packageProblem(
  file: SourceFile,
  room: Room | undefined,
  specifier: string,
): string | undefined {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const open = room?.packages ?? [];
  const allowed = file.isTest ? [...open, ...testsMayAlsoImport.packages] : open;
  return allowed.includes(name) ? undefined : `${file.room ?? 'src'} may not import ${name}`;
}
