/**
 * The configuration in force: defaults, the file over them, the environment over it, the flags over all.
 *
 * It is valid as a whole or not used at all, and whoever wrote it hears every problem at once.
 */
import type { JsonObject } from '../base/json-values.ts';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { configFromWritten } from './config-from-written.ts';
import { configFileOf } from './config-place.ts';
import type { Config, Origin } from './config.ts';
import { jointProblems } from './joint-problems.ts';
import { layerAt, layersOf, type ConfigSources, type Layer } from './layers.ts';
import { configSchema } from './schema/config.ts';
import { shapeProblems, type PlacedProblem } from './shape-problems.ts';
import { upstreamProblems } from './upstream-problems.ts';
import { laidOver, leafPaths, pathText } from './value-path.ts';

/** Reads and checks everything; throws `ConfigError` with all problems. */
export function loadConfig(sources: ConfigSources): Config {
  const file = configFileOf(sources);
  const layers = layersOf(sources, file);
  const values = layers.reduce<JsonObject>((below, layer) => laidOver(below, layer.values), {});
  const whereItWon = ({ path, message }: PlacedProblem) =>
    problemIn(layerAt(layers, path), { path, message });
  refuseIfAny(file, [
    ...layers.flatMap((layer) =>
      shapeProblems(layer.values).map((problem) => problemIn(layer, problem)),
    ),
    ...upstreamProblems(values).map(whereItWon),
  ]);
  const written = configSchema.parse(values);
  const config = configFromWritten(written, { file, home: sources.home, origins: origins(layers) });
  refuseIfAny(file, jointProblems(config).map(whereItWon));
  return config;
}

function refuseIfAny(file: string | null, problems: readonly ConfigProblem[]): void {
  if (problems.length === 0) return;
  const inOrder = problems.toSorted((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity) || 0);
  throw new ConfigError(file, inOrder);
}

function problemIn(layer: Layer | undefined, { path, message }: PlacedProblem): ConfigProblem {
  const name = layer?.nameOf(path) ?? null;
  return {
    path: pathText(path),
    line: layer?.lineOf(path) ?? null,
    message: name === null ? message : `${message} (from ${name})`,
  };
}

/** For each value that was given, the layer that won. */
function origins(layers: readonly Layer[]): Record<string, Origin> {
  return Object.fromEntries(
    layers.flatMap(({ origin, values }) =>
      leafPaths(values).map((path): [string, Origin] => [pathText(path), origin]),
    ),
  );
}
