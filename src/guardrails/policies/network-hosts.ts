import { fitsAny } from '../../base/glob.ts';
/**
 * Network hosts: a tool may reach only hosts on a list.
 *
 * It looks at what a call names: URLs and hosts among the parameters, and in command lines. What a program does on
 * its own is the business of a firewall.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import { ALLOWED, denied, type PolicyDecision, type ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import { COMMAND_PARAMS } from './command-texts.ts';
import { namedHosts, URL_PARAMS } from './named-hosts.ts';

/** What the policy is made of. */
export interface NetworkHostsOptions {
  /** Allowed hosts, such as `example.com` or `*.example.com`, which does not mean `example.com` itself. */
  readonly hosts: readonly string[];
  /** Tools it looks at, `*` for any text; all of them when it is not given. */
  readonly tools?: readonly string[];
  /** The parameters that hold a URL or a host, at any depth; the usual names when it is not given. */
  readonly urlParams?: readonly string[];
  /** The parameters that hold a command line: `command` and `cmd` when it is not given. */
  readonly commandParams?: readonly string[];
  readonly name?: string;
}

/** Denies hosts that are not on the list. */
export class NetworkHosts implements ToolPolicy {
  readonly name: string;
  readonly #hosts: readonly string[];
  readonly #tools: readonly string[];
  readonly #urlParams: readonly string[];
  readonly #commandParams: readonly string[];

  constructor(options: NetworkHostsOptions) {
    for (const [index, host] of options.hosts.entries()) {
      if (!/^[\w.*?:[\]-]+$/.test(host)) {
        const words = `must be a host such as example.com or *.example.com, not ${JSON.stringify(host)}`;
        refuseGuardrail(`hosts.${index}`, words);
      }
    }
    this.name = options.name ?? 'network_hosts';
    this.#hosts = options.hosts.map((host) => host.toLowerCase());
    this.#tools = options.tools ?? ['*'];
    this.#urlParams = options.urlParams ?? URL_PARAMS;
    this.#commandParams = options.commandParams ?? COMMAND_PARAMS;
  }

  check(tool: DeclaredTool, params: unknown): PolicyDecision {
    if (!fitsAny(this.#tools, tool.name)) return ALLOWED;
    const named = namedHosts(params, this.#urlParams, this.#commandParams);
    if (named.kind === 'no_text') {
      return denied(`Tool '${tool.name}' must be given its URLs and commands as text.`);
    }
    if (named.kind === 'unreadable') {
      return denied(
        'The command line cannot be read, so its hosts cannot be told; write it more simply.',
      );
    }
    const { hosts } = named;
    const strange = hosts.find((host) => host === null || !fitsAny(this.#hosts, host));
    if (strange === undefined) return ALLOWED;
    const which = strange === null ? 'A host that cannot be told' : `Host '${strange}'`;
    const allowed = this.#hosts.length === 0 ? 'none' : this.#hosts.join(', ');
    return denied(`${which} is not among the hosts that may be reached: ${allowed}.`);
  }
}
