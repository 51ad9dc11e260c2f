/** Every way a file can name another module: import, re-export, import() and import types. */
import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';
import { walkSyntax } from './walk-syntax.ts';

export interface ImportedModule {
  /** As written; undefined when it is computed at run time. */
  readonly specifier: string | undefined;
  readonly offset: number;
  /** True when nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** True for `import()`: loaded when the program gets there, not with the file. */
  readonly deferred: boolean;
  /** The names taken from it; `*` for all of them, `default` for the default. */
  readonly names: readonly string[];
}

export function importedModules(file: SourceFile): ImportedModule[] {
  return [...staticImports(file), ...reExports(file), ...importExpressions(file)];
}

function staticImports(file: SourceFile): ImportedModule[] {
  return file.module.staticImports.map(({ moduleRequest, start, entries }) => ({
    specifier: moduleRequest.value,
    offset: start,
    typeOnly: saysType(file, start),
    deferred: false,
    names: entries.map(({ importName }) => {
      if (importName.kind === 'Name') return importName.name ?? '*';
      return importName.kind === 'Default' ? 'default' : '*';
    }),
  }));
}

function reExports(file: SourceFile): ImportedModule[] {
  return file.module.staticExports.flatMap(({ start, entries }) => {
    const from = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (from === undefined || from === null) return [];
    return {
      specifier: from.value,
      offset: start,
      typeOnly: saysType(file, start),
      deferred: false,
      names: entries.map(({ importName }) => importName.name ?? '*'),
    };
  });
}

/** `import type`; `import { type A }` names only a type too, and yet the file is loaded. */
function saysType(file: SourceFile, start: number): boolean {
  return /^(?:import|export)\s+type\b/.test(file.text.slice(start, start + 20));
}

function importExpressions(file: SourceFile): ImportedModule[] {
  const found: ImportedModule[] = [];
  // Few files have one, and the syntax tree of a file is made when it is asked for.
  if (!/\bimport\s*\(/.test(file.text)) return found;
  walkSyntax(file.program, (node) => {
    if (node.type === 'ImportExpression') {
      const { source } = node;
      const value = source.type === 'Literal' ? source.value : undefined;
      const specifier = typeof value === 'string' ? value : undefined;
      found.push({
        specifier,
        offset: node.start,
        typeOnly: false,
        deferred: true,
        names: ['*'],
      });
    }
    if (node.type === 'TSImportType') {
      found.push({
        specifier: node.source.value,
        offset: node.start,
        typeOnly: true,
        deferred: false,
        names: [],
      });
    }
  });
  return found;
}

/** The repository path that a relative specifier means, seen from `from`. */
export function resolveRelative(from: string, specifier: string): string {
  return posix.join(posix.dirname(from), specifier);
}
