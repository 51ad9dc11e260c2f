/**
 * No module of the decision pipeline calls upstream: none reaches a later stage, neither by its own imports nor
 * through the files it imports. Types may be shared through a third file, for they call nothing.
 */
import { importedModules, resolveRelative } from './imported-modules.ts';
import { corePipeline } from './rules.ts';
import { problemAt, type Problem, type SourceFile } from './source-file.ts';

interface Arrow {
  readonly target: string;
  readonly offset: number;
  readonly typeOnly: boolean;
}

export function checkCoreOrder(files: readonly SourceFile[]): Problem[] {
  const core = files.filter((file) => file.room === 'core' && !file.isTest);
  const arrows = new Map(core.map((file) => [file.path, arrowsOf(file)]));
  return core.flatMap((file) => {
    const stage = stageOf(file.path);
    if (stage === -1) return [];
    return arrowsOf(file).flatMap((arrow) => {
      const later = laterStage(arrow, stage, arrows);
      if (later === undefined) return [];
      const [from, to] = [corePipeline[stage], corePipeline[stageOf(later)]];
      const through = later === arrow.target ? '' : ` (through ${arrow.target})`;
      return problemAt(
        file,
        arrow.offset,
        `${from} comes before ${to} and may not import it${through}`,
      );
    });
  });
}

function arrowsOf(file: SourceFile): Arrow[] {
  return importedModules(file).flatMap(({ specifier, offset, typeOnly }) =>
    specifier?.startsWith('.') === true
      ? { target: resolveRelative(file.path, specifier), offset, typeOnly }
      : [],
  );
}

/** The first file of a later stage that `arrow` leads to, directly or on the way. */
function laterStage(
  arrow: Arrow,
  stage: number,
  arrows: ReadonlyMap<string, readonly Arrow[]>,
): string | undefined {
  if (stageOf(arrow.target) > stage) return arrow.target;
  if (arrow.typeOnly) return undefined;
  const seen = new Set([arrow.target]);
  for (const path of seen) {
    if (stageOf(path) > stage) return path;
    for (const next of arrows.get(path) ?? []) if (!next.typeOnly) seen.add(next.target);
  }
  return undefined;
}

/** Where a file stands in the pipeline; -1 when it is not a stage. */
function stageOf(path: string): number {
  const name = /^src\/core\/([^/]+?)(?:\.ts|\/.*)$/.exec(path)?.[1];
  return corePipeline.findIndex((stage) => stage === name);
}
