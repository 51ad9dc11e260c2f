/**
 * Policies from plain data: what a configuration file says under `policies:`.
 *
 * Every entry is an object with one field, the policy's name, whose value are its options; beside it `shadow: true` lets
 * the policy only report. What is misspelt is refused with the place and the names that exist: a policy that silently does nothing is worse than none.
 */
import { fieldsOf, isObject } from '../../base/json-values.ts';
import { present } from '../../base/present.ts';
import type { ApprovalPort } from '../approvals/approval.ts';
import { RequireApproval, type RequireApprovalOptions } from '../approvals/require-approval.ts';
import type { ToolPolicy } from '../tool-call/tool-policy.ts';
import { AllowTools, type AllowToolsOptions } from './allow-tools.ts';
import { CallQuota, type CallQuotaOptions, type QuotaLedger } from './call-quota.ts';
import { all, any, not } from './combine-policies.ts';
import type { CommandRule, CommandShape } from './command-rule.ts';
import { CommandRules, type CommandRulesOptions } from './command-rules.ts';
import { DenyTools, type DenyToolsOptions } from './deny-tools.ts';
import { NetworkHosts, type NetworkHostsOptions } from './network-hosts.ts';
import { PathRoots, type PathRootsOptions } from './path-roots.ts';
import {
  optionsAt,
  refuseAt,
  type Fields,
  type OptionReader,
  type Place,
} from './policy-options.ts';
import { ReadBeforeWritePolicy, type ReadBeforeWriteOptions } from './read-before-write-policy.ts';
import {
  SequentialDependencyPolicy,
  type SequentialDependencyOptions,
  type ToolDependencies,
} from './sequential-dependency-policy.ts';
import { inShadow, type ShadowReport } from './shadow-policy.ts';

/** What policies may need that no file can hold. */
export interface PolicyParts {
  /** Who answers for `requireApproval`. */
  readonly approval?: ApprovalPort;
  /** Where `callQuota` counts what must outlive the session. */
  readonly quotas?: QuotaLedger;
  /** Who hears what policies with `shadow: true` would have denied. */
  readonly shadow?: { readonly report: ShadowReport; readonly isForAll: boolean };
}

type Maker = (options: OptionReader, parts: PolicyParts, place: Place) => ToolPolicy;

const LAPSE_MS = 15 * 60 * 1_000;
const NESTING_MAX = 8;

interface Kind {
  /** The fields it takes, each with what must be in it. */
  readonly fields: Fields;
  readonly make: Maker;
}

const RULE_FIELDS: Fields = {
  id: 'text',
  why: 'text',
  programs: 'texts?',
  verbs: 'texts?',
  options: 'lists?',
  arguments: 'texts?',
  redirects: 'texts?',
  variables: 'texts?',
  fedBy: 'texts?',
};

const KINDS: Readonly<Record<string, Kind>> = {
  allowTools: {
    fields: { tools: 'patterns', name: 'text?' },
    make: ({ data }) => new AllowTools(data as AllowToolsOptions),
  },
  denyTools: {
    fields: { tools: 'patterns', reason: 'text?', name: 'text?' },
    make: ({ data }) => new DenyTools(data as DenyToolsOptions),
  },
  pathRoots: {
    fields: { roots: 'texts?', tools: 'texts?', pathParams: 'texts?', name: 'text?' },
    make: ({ data }) => new PathRoots(data as PathRootsOptions),
  },
  commandRules: {
    fields: {
      tools: 'texts?',
      commandParams: 'texts?',
      except: 'texts?',
      rules: 'objects?',
      name: 'text?',
    },
    make: (options) =>
      new CommandRules({ ...(options.data as CommandRulesOptions), rules: rulesOf(options) }),
  },
  networkHosts: {
    fields: {
      hosts: 'texts',
      tools: 'texts?',
      urlParams: 'texts?',
      commandParams: 'texts?',
      name: 'text?',
    },
    make: ({ data }) => new NetworkHosts(data as NetworkHostsOptions),
  },
  callQuota: {
    fields: { tools: 'texts', maxCalls: 'number', perMs: 'number?', name: 'text?' },
    make: ({ data }, { quotas }) =>
      new CallQuota({ ...(data as CallQuotaOptions), ...present({ ledger: quotas }) }),
  },
  readBeforeWrite: {
    fields: { readTools: 'texts?', writeTools: 'texts?', pathParams: 'texts?', name: 'text?' },
    make: ({ data }) => new ReadBeforeWritePolicy(data as ReadBeforeWriteOptions<never>),
  },
  sequentialDependency: {
    fields: { dependencies: 'textLists', name: 'text?' },
    make: ({ data }) =>
      // A file's tool names are checked when a prompt is made, not by the compiler.
      new SequentialDependencyPolicy(
        data as SequentialDependencyOptions<ToolDependencies>,
      ) as ToolPolicy<string> as ToolPolicy,
  },
  requireApproval: {
    fields: { tools: 'patterns', lapseMs: 'number?', why: 'text?', name: 'text?' },
    make: (options, { approval }, place) => {
      if (approval === undefined) refuseAt(place, 'needs somebody who answers; none is given here');
      return new RequireApproval({
        ...(options.data as Omit<RequireApprovalOptions, 'lapseMs' | 'port'>),
        lapseMs: (options.value('lapseMs') as number | undefined) ?? LAPSE_MS,
        port: approval,
      });
    },
  },
  all: {
    fields: { policies: 'objects', name: 'text?' },
    make: (options, parts) => all({ ...nameOf(options), policies: listedPolicies(options, parts) }),
  },
  any: {
    fields: { policies: 'objects', name: 'text?' },
    make: (options, parts) => any({ ...nameOf(options), policies: listedPolicies(options, parts) }),
  },
  not: {
    fields: { policy: 'object', reason: 'text', name: 'text?' },
    make: (options, parts) =>
      not({
        ...(options.data as { readonly reason: string; readonly name?: string }),
        policy: policyAt(options.value('policy'), options.place('policy'), parts),
      }),
  },
};

/** The policies that the data describes. Throws `GUARDRAIL_INVALID` with the place of what is wrong. */
export function policiesFromConfig(data: unknown, parts: PolicyParts = {}): readonly ToolPolicy[] {
  const place = { path: 'policies', depth: 0 };
  if (!Array.isArray(data)) refuseAt(place, 'must be a list of policies');
  const policies = data.map((one: unknown, index) => listedPolicy(one, below(place, index), parts));
  const names = policies.map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) {
    refuseAt(below(place, twice), `has the name ${names[twice]} of another policy; give it a name`);
  }
  return policies;
}

/** A policy of the list; inside of others there is no shadow, because what they decide together would mean nothing. */
function listedPolicy(data: unknown, place: Place, parts: PolicyParts): ToolPolicy {
  const { shadow, ...rest } = fieldsOf(data);
  if (shadow !== undefined && typeof shadow !== 'boolean') {
    refuseAt(below(place, 'shadow'), 'must be true or false');
  }
  const policy = policyAt(isObject(data) ? rest : data, place, parts);
  if (shadow !== true && parts.shadow?.isForAll !== true) return policy;
  if (parts.shadow === undefined) {
    refuseAt(below(place, 'shadow'), 'needs somebody who hears of it; none is given here');
  }
  return inShadow(policy, parts.shadow.report);
}

function policyAt(data: unknown, place: Place, parts: PolicyParts): ToolPolicy {
  if (place.depth > NESTING_MAX) refuseAt(place, `lies more than ${NESTING_MAX} levels deep`);
  const known = Object.keys(KINDS).join(', ');
  const entries = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  const [entry, ...more] = Array.isArray(data) ? [] : entries;
  if (entry === undefined || more.length > 0) {
    refuseAt(place, `must be an object with one field, the name of a policy: ${known}`);
  }
  const [kindName, options] = entry as [string, unknown];
  const kind = Object.hasOwn(KINDS, kindName) ? KINDS[kindName] : undefined;
  if (kind === undefined) refuseAt(place, `names no policy with ${kindName}; there are: ${known}`);
  const own = below(place, kindName);
  return kind.make(optionsAt(options ?? {}, kind.fields, own), parts, own);
}

function nameOf({ data }: OptionReader): { readonly name?: string } {
  return data as { readonly name?: string };
}

function listedPolicies(options: OptionReader, parts: PolicyParts): readonly ToolPolicy[] {
  const place = options.place('policies');
  return options.list('policies').map((one, index) => policyAt(one, below(place, index), parts));
}

type RuleData = Pick<CommandRule, 'id' | 'why'> & CommandShape;

function rulesOf(options: OptionReader): readonly CommandRule[] {
  return options.list('rules').map((one, index) => {
    const place = below(options.place('rules'), index);
    const { id, why, ...shape } = optionsAt(one, RULE_FIELDS, place).data as RuleData;
    // A rule without a shape would forbid everything.
    if (Object.keys(shape).length === 0) refuseAt(place, 'must say which commands it forbids');
    return { id, why, forbids: shape };
  });
}

function below(place: Place, key: string | number): Place {
  return { path: `${place.path}.${key}`, depth: place.depth + 1 };
}
