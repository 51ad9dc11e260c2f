/**
 * Feedback: what a provider has to say to the agent, and how it looks in the agent's context.
 *
 * It is plain data with one method, so that it survives a snapshot. What it says is escaped when it is
 * rendered: a provider may quote a file or a tool's output, and text from there must not be able to close the
 * block and speak in Tripwire's name.
 */

/** How urgent a piece of feedback is. */
export type FeedbackSeverity = 'info' | 'caution' | 'warning';

/** One thing that a provider noticed. */
export interface Observation {
  readonly category: string;
  readonly description: string;
  /** What it was seen by; kept with the feedback, not rendered. */
  readonly evidence?: string;
}

/** What a provider produces. The rest is known to whoever asked it. */
export interface FeedbackDraft {
  readonly summary: string;
  readonly observations?: readonly Observation[];
  readonly suggestions?: readonly string[];
  /** `info` when it is not said. */
  readonly severity?: FeedbackSeverity;
}

/** Everything that is kept of a delivered piece of feedback. */
export interface FeedbackOptions extends FeedbackDraft {
  /** The id under which the provider was configured. */
  readonly providerName: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** How many tool calls the prompt had made when it was produced. */
  readonly callIndex: number;
  readonly promptName: string;
}

/** Feedback as it is delivered and stored. */
export class Feedback implements FeedbackOptions {
  readonly providerName: string;
  readonly summary: string;
  readonly observations: readonly Observation[];
  readonly suggestions: readonly string[];
  readonly severity: FeedbackSeverity;
  readonly timestamp: number;
  readonly callIndex: number;
  readonly promptName: string;

  constructor(options: FeedbackOptions) {
    this.providerName = options.providerName;
    this.summary = options.summary;
    this.observations = Object.freeze([...(options.observations ?? [])]);
    this.suggestions = Object.freeze([...(options.suggestions ?? [])]);
    this.severity = options.severity ?? 'info';
    this.timestamp = options.timestamp;
    this.callIndex = options.callIndex;
    this.promptName = options.promptName;
    Object.freeze(this);
  }

  /** The block that goes into the agent's context. */
  render(): string {
    const parts = [
      [escaped(this.summary)],
      this.observations.map((one) => `- ${escaped(one.category)}: ${escaped(one.description)}`),
      this.suggestions.map((suggestion) => `-> ${escaped(suggestion)}`),
    ];
    const body = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
    return `<feedback provider='${attribute(this.providerName)}'>\n${body.join('\n\n')}\n</feedback>`;
  }
}

/** Several pieces as one text, a blank line between them; null when there is nothing to say. */
export function renderFeedback(feedback: readonly Feedback[]): string | null {
  return feedback.length === 0 ? null : feedback.map((one) => one.render()).join('\n\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The arrow of a suggestion is ours; one in the text is shown escaped. */
function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

function attribute(text: string): string {
  return escaped(text).replace(/'/g, '&#39;');
}
