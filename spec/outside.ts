/**
 * Whether a test enters where a user enters: by command, HTTP, hook or the package's exports.
 *
 * Rows were green that no user could reach, because their tests raised the thing they proved by a call of their own. So
 * only a test from outside proves a row; the others may cite it, and the fault planter does not listen to them.
 */
import { importedModules, resolveRelative } from '../test/tidy/imported-modules.ts';
import { parseSource } from '../test/tidy/source-file.ts';
import type { ReadFile } from './coverage-problems.ts';

/** What such a test may load of `src` besides the package's exports, each with its reason. */
const SERVER_DOORS: Readonly<Record<string, string>> = {
  'src/server/start.ts':
    'the whole server as `tripwire up` starts it, which the test calls over HTTP',
  'src/config/index.ts': 'reads the tripwire.yaml that the server is started with',
};

/** Tools of the tests that only make what is fed in or read what is left behind, each with its reason; what they load is not looked at. */
const MAKERS_AND_READERS: Readonly<Record<string, string>> = {
  'test/audit/audited-life.ts':
    'writes the data folder of agents that lived under audit in a time that the test moves',
  'test/audit/foreign-chain.ts': 'writes windows by another implementation of the roots',
  'test/kit/audit-windows.ts': 'writes windows of an audit that nobody recorded',
  'test/kit/default-manifest.ts': 'the manifest that a project begins with, for a person to change',
  'test/kit/project-journal.ts': 'reads a journal that was left behind and checks its chain',
};

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** The files of `src` that a user can load, by the package's manifest. */
export function userDoors({ exports }: Manifest): ReadonlySet<string> {
  const exported = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string'
      ? []
      : [entry.default.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')],
  );
  return new Set([...exported, ...Object.keys(SERVER_DOORS)]);
}

/** The files that a file imports and that are loaded with it; each file is read once, however many tests load it. */
export function importsOnce(readFile: ReadFile): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const found = known.get(path) ?? importsIn(path, readFile(path));
    known.set(path, found);
    return found;
  };
}

function importsIn(path: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return importedModules(parseSource(path, text)).flatMap(({ specifier, typeOnly }) =>
    typeOnly || specifier?.startsWith('.') !== true ? [] : [resolveRelative(path, specifier)],
  );
}

/** What of `src` a test loads, itself or through tools of the tests, that no user can; empty when it is from outside. */
export function loadedInside(
  testFile: string,
  doors: ReadonlySet<string>,
  importsOf: (path: string) => readonly string[],
): readonly string[] {
  const seen = new Set([testFile]);
  const inside = new Set<string>();
  for (const path of seen) {
    for (const target of importsOf(path)) {
      if (target.startsWith('test/') && MAKERS_AND_READERS[target] === undefined) seen.add(target);
      if (target.startsWith('src/') && !doors.has(target)) inside.add(target);
    }
  }
  return [...inside].toSorted();
}
