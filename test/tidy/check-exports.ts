/** Everything has one name, given where it is made and listed where it is offered. */
import { problemAt, type Problem, type SourceFile } from './source-file.ts';

export function checkExports(file: SourceFile): Problem[] {
  if (!file.path.startsWith('src/')) return [];
  return file.module.staticExports.flatMap(({ start, entries }) =>
    entries.flatMap(({ exportName, importName }) => {
      if (exportName.kind === 'Default' || exportName.name === 'default') {
        return problemAt(file, start, 'no default exports: a thing has one name everywhere');
      }
      if (importName.kind === 'All' || importName.kind === 'AllButDefault') {
        return problemAt(file, start, 'no export *: name each export, adding one is a decision');
      }
      return [];
    }),
  );
}
