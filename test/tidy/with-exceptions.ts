/**
 * A house rule with files that may break it, each with its reason: what it finds elsewhere, and every exception that
 * nobody needs any more. An exception that outlives its reason would hide the next mistake in its file.
 */
import type { Problem, SourceFile } from './source-file.ts';

const TABLE = 'test/tidy/rules.ts';

/** Paths and reasons; a path ending in `/` stands for the folder. */
export type Exceptions = Readonly<Record<string, string>>;

export function withExceptions(
  rule: (file: SourceFile) => readonly Problem[],
  exceptions: Exceptions,
): (files: readonly SourceFile[]) => Problem[] {
  return (files) => {
    const paths = Object.keys(exceptions);
    const used = new Set<string>();
    const problems = files.flatMap(rule).filter(({ file }) => {
      const covering = paths.filter(
        (path) => file === path || (path.endsWith('/') && file.startsWith(path)),
      );
      for (const path of covering) used.add(path);
      return covering.length === 0;
    });
    const unused = paths.filter((path) => !used.has(path));
    return [
      ...problems,
      ...unused.map((path) => ({
        file: TABLE,
        line: 1,
        message: `${path} is an exception that nothing needs: take it out`,
      })),
    ];
  };
}
