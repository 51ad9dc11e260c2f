import { fitsAny } from '../../base/glob.ts';
/**
 * Path roots: every path among a tool's parameters must lie in one of some folders.
 *
 * Paths are compared by their canonical name, so `..`, links and mount points change nothing.
 */
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import { namedValues } from './named-values.ts';
import { isWithin } from './path-in-root.ts';
import { PATH_PARAMS, pathOf } from './path-params.ts';

/** What the policy is made of. */
export interface PathRootsOptions {
  /** Folders of the filesystem; its own root when it is not given. */
  readonly roots?: readonly string[];
  /** Tools it looks at, `*` for any text; all of them when it is not given. */
  readonly tools?: readonly string[];
  /** The parameters that hold a path or a list of paths, at any depth; the usual names when it is not given. */
  readonly pathParams?: readonly string[];
  readonly name?: string;
}

/** Denies a path outside the roots. */
export class PathRoots implements ToolPolicy {
  readonly name: string;
  readonly #roots: readonly string[] | null;
  readonly #tools: readonly string[];
  readonly #pathParams: readonly string[];

  constructor({ roots, tools = ['*'], pathParams, name = 'path_roots' }: PathRootsOptions = {}) {
    this.name = name;
    this.#roots = roots ?? null;
    this.#tools = tools;
    this.#pathParams = pathParams ?? PATH_PARAMS;
  }

  async check(
    tool: DeclaredTool,
    params: unknown,
    { filesystem }: PolicyContext,
  ): Promise<PolicyDecision> {
    if (!fitsAny(this.#tools, tool.name)) return ALLOWED;
    const paths = namedValues(params, this.#pathParams);
    if (paths === null)
      return denied(`Tool '${tool.name}' has too many parameters to look through.`);
    if (paths.length === 0) return ALLOWED;
    if (filesystem === null) {
      return denied(`Tool '${tool.name}' names a path, and no filesystem is there to look it up.`);
    }
    const wanted = this.#roots ?? [filesystem.root];
    const roots = await Promise.all(wanted.map((root) => filesystem.canonical(root)));
    for (const { at, value } of paths) {
      if (typeof value !== 'string') return denied(`Parameter '${at}' must be a path as text.`);
      const written = pathOf(value, at);
      if (written === null) continue;
      if (/^[\s"'\u0060]|[\s"'\u0060]$/.test(written)) {
        const words =
          'has a blank or a quote at an end, which some tools take off. Write the bare path';
        return denied(`Path ${JSON.stringify(value)} of parameter '${at}' ${words}.`);
      }
      const path = await filesystem.canonical(written).catch(() => null);
      if (path === null || !roots.some((root) => isWithin(root, path))) {
        const where = wanted.join(', ');
        return denied(
          `Path '${value}' of parameter '${at}' is outside of what is allowed: ${where}.`,
        );
      }
    }
    return ALLOWED;
  }
}
