/**
 * A prompt in use: a template and what this run brings along.
 *
 * It forwards the template's guardrails, so that adapters read them from one place and cannot have their own.
 */
import type { TaskCompletionChecker } from '../completion/task-completion.ts';
import type { FeedbackProviderConfig } from '../feedback/feedback-provider.ts';
import type { Filesystem } from '../files/filesystem.ts';
import type { ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';
import type { PromptTemplate } from './prompt-template.ts';
import type { Section } from './section.ts';

/** What a prompt is made of. */
export interface PromptOptions {
  readonly template: PromptTemplate;
  /** The files that policies, triggers and checkers look at; without them they fail closed. */
  readonly filesystem?: Filesystem | null;
}

/** A prompt in use. */
export class Prompt {
  readonly template: PromptTemplate;
  readonly filesystem: Filesystem | null;

  constructor({ template, filesystem = null }: PromptOptions) {
    this.template = template;
    this.filesystem = filesystem;
    Object.freeze(this);
  }

  get name(): string {
    return this.template.name;
  }

  /** All tools, each once. */
  get tools(): readonly DeclaredTool[] {
    return [...new Set(this.#sections.flatMap((section) => section.tools))];
  }

  /** The tool of this name, or null. */
  tool(name: string): DeclaredTool | null {
    return this.tools.find((tool) => tool.name === name) ?? null;
  }

  /** All policies, each once: those of the sections in their order, then the prompt's own. */
  get policies(): readonly ToolPolicy<string>[] {
    const ofSections = this.#sections.flatMap((section) => section.policies);
    return [...new Set([...ofSections, ...this.template.policies])];
  }

  /** The policies that govern a tool: those of each section that brings it, then the prompt's own. All must allow. */
  policiesForTool(name: string): readonly ToolPolicy<string>[] {
    const governing = this.#sections.filter(({ tools }) =>
      tools.some((tool) => tool.name === name),
    );
    const ofSections = governing.flatMap((section) => section.policies);
    return [...new Set([...ofSections, ...this.template.policies])];
  }

  get feedbackProviders(): readonly FeedbackProviderConfig[] {
    return this.template.feedbackProviders;
  }

  get taskCompletionChecker(): TaskCompletionChecker | null {
    return this.template.taskCompletionChecker;
  }

  /** The text of all sections. */
  render(): string {
    const texts = this.#sections.map((section) => section.render());
    return texts.filter((text) => text !== '').join('\n\n');
  }

  get #sections(): readonly Section[] {
    return this.template.sections;
  }
}
