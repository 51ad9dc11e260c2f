/**
 * Read before write: a file that is there must have been read before it may be overwritten.
 *
 * New files may be created freely, and what the session wrote itself it knows. Files are compared by their canonical
 * path; what cannot be told is denied.
 */
import type { Filesystem } from '../files/filesystem.ts';
import {
  ALLOWED,
  denied,
  type PolicyContext,
  type PolicyDecision,
  type ToolPolicy,
} from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import { policyState, rememberInvocation } from './policy-state.ts';

/** What the policy is made of. Names that are given must be tools of the prompt. */
export interface ReadBeforeWriteOptions<Named extends string> {
  /** `read_file` when it is not given. */
  readonly readTools?: readonly Named[];
  /** `write_file` and `edit_file` when it is not given. */
  readonly writeTools?: readonly Named[];
  /** The parameters that hold a path: `path`, `file_path` and `filePath` when it is not given. */
  readonly pathParams?: readonly string[];
  readonly name?: string;
}

/** Denies overwriting what was not read. */
export class ReadBeforeWritePolicy<
  const Named extends string = never,
> implements ToolPolicy<Named> {
  readonly name: string;
  // NoInfer: the names come from the options, never from where the policy is put.
  readonly toolNames: readonly NoInfer<Named>[];
  readonly #readTools: readonly string[];
  readonly #writeTools: readonly string[];
  readonly #pathParams: readonly string[];

  constructor(options: ReadBeforeWriteOptions<Named> = {}) {
    this.name = options.name ?? 'read_before_write';
    // The default names are a guess, so a prompt need not have them all.
    this.toolNames = [...(options.readTools ?? []), ...(options.writeTools ?? [])];
    this.#readTools = options.readTools ?? ['read_file'];
    this.#writeTools = options.writeTools ?? ['write_file', 'edit_file'];
    this.#pathParams = options.pathParams ?? ['path', 'file_path', 'filePath'];
  }

  async check(
    tool: DeclaredTool,
    params: unknown,
    { session, filesystem }: PolicyContext,
  ): Promise<PolicyDecision> {
    if (!this.#writeTools.includes(tool.name)) return ALLOWED;
    if (filesystem === null) {
      return denied(
        `Tool '${tool.name}' writes files, and no filesystem is there to look at them.`,
      );
    }
    const paths = this.#pathsIn(params);
    if (paths === null || paths.length === 0) {
      const names = this.#pathParams.join(', ');
      return denied(
        `Tool '${tool.name}' must name the file it writes as text in one of: ${names}.`,
      );
    }
    for (const path of paths) {
      const key = await filesystem.canonical(path);
      if ((await filesystem.exists(key)) && !this.#knows(session, key)) {
        return denied(`File '${path}' is there already: read it before you overwrite it.`);
      }
    }
    return ALLOWED;
  }

  async onResult(
    tool: DeclaredTool,
    params: unknown,
    _result: unknown,
    { session, filesystem }: PolicyContext,
  ): Promise<void> {
    const touches = this.#readTools.includes(tool.name) || this.#writeTools.includes(tool.name);
    if (!touches || filesystem === null) return;
    for (const path of this.#pathsIn(params) ?? []) {
      const key = await canonicalOrNull(filesystem, path);
      if (key !== null) rememberInvocation(session, this.name, tool.name, key);
    }
  }

  #knows(session: PolicyContext['session'], key: string): boolean {
    const tools = [...this.#readTools, ...this.#writeTools];
    const { invokedKeys } = policyState(session, this.name);
    return invokedKeys.some(([tool, known]) => known === key && tools.includes(tool));
  }

  /** Every path among the parameters; null when one of them is no text. */
  #pathsIn(params: unknown): readonly string[] | null {
    if (typeof params !== 'object' || params === null) return null;
    const given = Object.entries(params).filter(
      ([name, value]) => this.#pathParams.includes(name) && value !== undefined,
    );
    const paths = given.map(([, value]) => value as unknown);
    return paths.every((path) => typeof path === 'string') ? paths : null;
  }
}

/** A file that cannot be named is not remembered: reading it may be fine, but it opens nothing. */
async function canonicalOrNull(filesystem: Filesystem, path: string): Promise<string | null> {
  try {
    return await filesystem.canonical(path);
  } catch {
    return null;
  }
}
