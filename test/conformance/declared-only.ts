/** A prompt whose tools run in the client: it knows their names and has no handlers. */
import { MarkdownSection, Prompt, PromptTemplate } from '../../src/guardrails/index.ts';

/** The same prompt without handlers. */
export function declaredOnly(prompt: Prompt): Prompt {
  const { ns, key, policies, feedbackProviders, taskCompletionChecker } = prompt.template;
  const tools = prompt.tools.map(({ name }) => ({ name }));
  const sections = [new MarkdownSection({ text: prompt.render(), tools })];
  const guardrails = { policies, feedbackProviders, taskCompletionChecker };
  const template = new PromptTemplate({ ns, key, sections, ...guardrails });
  return new Prompt({ template, filesystem: prompt.filesystem });
}
