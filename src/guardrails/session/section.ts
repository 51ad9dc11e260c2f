/**
 * A section of a prompt: some text, the tools it speaks of, and the policies that govern them.
 */
import type { ToolPolicy } from '../tool-call/tool-policy.ts';
import type { DeclaredTool } from '../tool-call/tool.ts';

/** What a section is made of. */
export interface SectionOptions<ToolName extends string, Named extends string> {
  readonly title?: string;
  readonly text?: string;
  readonly tools?: readonly DeclaredTool<ToolName>[];
  /** They govern the tools of this section; all of them must allow. */
  readonly policies?: readonly ToolPolicy<Named>[];
}

/** A section. `ToolName` are the tools it brings, `Named` those that its policies speak of. */
export interface Section<ToolName extends string = string, Named extends string = string> {
  readonly tools: readonly DeclaredTool<ToolName>[];
  readonly policies: readonly ToolPolicy<Named>[];
  render(): string;
}

/** A section in Markdown. */
export class MarkdownSection<
  const ToolName extends string = never,
  const Named extends string = never,
> implements Section<ToolName, Named> {
  readonly title: string | null;
  readonly text: string | null;
  // NoInfer: the names come from what is given, never from where the section is put.
  readonly tools: readonly DeclaredTool<NoInfer<ToolName>>[];
  readonly policies: readonly ToolPolicy<NoInfer<Named>>[];

  constructor(options: SectionOptions<ToolName, Named>) {
    this.title = options.title ?? null;
    this.text = options.text ?? null;
    this.tools = Object.freeze([...(options.tools ?? [])]);
    this.policies = Object.freeze([...(options.policies ?? [])]);
    Object.freeze(this);
  }

  render(): string {
    const title = this.title === null ? [] : [`## ${this.title}`];
    return [...title, ...(this.text === null ? [] : [this.text])].join('\n\n');
  }
}
