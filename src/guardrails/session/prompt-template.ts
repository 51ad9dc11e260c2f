/**
 * A prompt's definition: its text, its tools, and all three guardrails.
 *
 * The definition is what is reviewed, tested and carried from one adapter to the next, so the constraints stand here
 * and nowhere else. What cannot be meant is refused when it is written down, not when an agent meets it.
 */
import type { TaskCompletionChecker } from '../completion/task-completion.ts';
import { providerIds, type FeedbackProviderConfig } from '../feedback/feedback-provider.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import type { ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import type { Section } from './section.ts';

/** The names of the tools that some sections bring. */
export type ToolNamesIn<Sections extends readonly Section[]> =
  Sections[number]['tools'][number]['name'];

/** What a template is made of. A policy that names a tool which no section brings does not compile. */
export interface PromptTemplateOptions<Sections extends readonly Section[]> {
  readonly ns: string;
  readonly key: string;
  /** `ns:key` when it is not given. Counts and feedback are kept under it. */
  readonly name?: string;
  readonly sections: Sections & readonly Section<string, ToolNamesIn<Sections>>[];
  /** They govern every tool. */
  readonly policies?: readonly ToolPolicy<ToolNamesIn<Sections>>[];
  readonly feedbackProviders?: readonly FeedbackProviderConfig[];
  readonly taskCompletionChecker?: TaskCompletionChecker | null;
}

/** A prompt's definition. */
export class PromptTemplate<const Sections extends readonly Section[] = readonly Section[]> {
  readonly ns: string;
  readonly key: string;
  readonly name: string;
  readonly sections: Sections;
  readonly policies: readonly ToolPolicy<string>[];
  readonly feedbackProviders: readonly FeedbackProviderConfig[];
  readonly taskCompletionChecker: TaskCompletionChecker | null;

  constructor(options: PromptTemplateOptions<Sections>) {
    const { ns, key, name = `${ns}:${key}` } = options;
    if (ns === '' || key === '' || name === '') {
      refuseGuardrail('ns, key, name', 'of a prompt must not be empty');
    }
    this.ns = ns;
    this.key = key;
    this.name = name;
    this.sections = Object.freeze([...options.sections]) as unknown as Sections;
    this.policies = Object.freeze([...(options.policies ?? [])]);
    this.feedbackProviders = Object.freeze([...(options.feedbackProviders ?? [])]);
    this.taskCompletionChecker = options.taskCompletionChecker ?? null;
    const tools = onlyOnce(
      'tools',
      this.sections.flatMap((section) => section.tools),
    );
    const policies = this.sections.flatMap((section) => section.policies);
    checkNames(onlyOnce('policies', [...policies, ...this.policies]), tools);
    // Refuses ids that are given twice.
    providerIds(this.feedbackProviders);
    Object.freeze(this);
  }
}

/** The things without repetitions. Two different ones under one name are refused. */
function onlyOnce<Named extends { readonly name: string }>(
  field: string,
  things: readonly Named[],
): readonly Named[] {
  const known = new Map<string, Named>();
  for (const thing of things) {
    const other = known.get(thing.name);
    if (thing.name === '') refuseGuardrail(field, 'must have names; one has an empty one');
    if (other !== undefined && other !== thing) {
      refuseGuardrail(field, `has two different ones named '${thing.name}'; give one another name`);
    }
    known.set(thing.name, thing);
  }
  return [...known.values()];
}

function checkNames(policies: readonly ToolPolicy<string>[], tools: readonly DeclaredTool[]): void {
  const known = tools.map(({ name }) => name);
  for (const policy of policies) {
    const strange = (policy.toolNames ?? []).filter((name) => !known.includes(name));
    if (strange.length > 0) {
      const words = `'${policy.name}' names ${strange.join(', ')}; the prompt's tools are: ${known.join(', ')}`;
      refuseGuardrail('policies', words);
    }
  }
}
