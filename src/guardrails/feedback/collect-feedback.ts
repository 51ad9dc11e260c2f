/**
 * What is said to the agent after a tool call: every provider whose time has come is asked, and what they say
 * is stored and joined.
 *
 * Feedback is advice. A provider that throws, answers nonsense or never answers is reported and left out; the
 * tool call that came before it has succeeded all the same. Rounds of one session come one after the other:
 * two calls that end together would otherwise both find the same provider due, and the agent would be told
 * twice.
 */
import { withDeadline } from '../../base/node/deadline.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import type { Deadline } from '../session/deadline.ts';
import { reportProblem, thrownWords, type Report } from '../session/report.ts';
import type { SessionChanges } from '../session/session-changes.ts';
import type { Session } from '../session/session.ts';
import { FeedbackContext } from './feedback-context.ts';
import { hasFired, keepFeedback, markFired } from './feedback-history.ts';
import {
  providerIds,
  type FeedbackPrompt,
  type FeedbackProviderConfig,
} from './feedback-provider.ts';
import { Feedback, renderFeedback, type FeedbackDraft, type FeedbackOptions } from './feedback.ts';

/** A provider is asked for this long; the agent waits meanwhile. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** Whose feedback. */
export interface CollectFeedbackOptions {
  readonly session: Session;
  readonly prompt: FeedbackPrompt;
  readonly deadline?: Deadline | null;
  /** Hears of providers that fail; a warning of the process when it is not given. */
  readonly report?: Report | undefined;
  readonly providerTimeoutMs?: number;
}

/** What one provider wants to say, not yet stored. */
interface Spoken {
  readonly feedback: Feedback;
  readonly changes: SessionChanges;
}

const rounds = new WeakMap<Session, Promise<unknown>>();

/** The text for the agent's context after a tool call that is recorded; null when nobody has anything to say. */
export function collectFeedback(options: CollectFeedbackOptions): Promise<string | null> {
  if (options.prompt.feedbackProviders.length === 0) return Promise.resolve(null);
  const before = rounds.get(options.session) ?? Promise.resolve();
  const round = before.then(() => collect(options));
  // A round that fails is its caller's to hear of; the next one begins all the same.
  rounds.set(
    options.session,
    round.catch(() => null),
  );
  return round;
}

async function collect(options: CollectFeedbackOptions): Promise<string | null> {
  const { feedbackProviders } = options.prompt;
  const ids = providerIds(feedbackProviders);
  const asked = await Promise.all(
    feedbackProviders.map((config, index) => askSafely(config, ids[index] ?? '', options)),
  );
  // In the prompt's order. What a session that went back meanwhile no longer wants is not delivered.
  const spoken = asked.filter((one) => one !== null);
  const delivered = spoken.filter((one) => isKept(one, options.report));
  return renderFeedback(delivered.map(({ feedback }) => feedback));
}

/** Stores what was said, with what its provider changed. */
function isKept({ feedback, changes }: Spoken, report: Report | undefined): boolean {
  try {
    return changes.commit();
  } catch (cause) {
    reportSkipped(report, feedback.providerName, cause);
    return false;
  }
}

function reportSkipped(report: Report | undefined, name: string, cause: unknown): void {
  const message = `Feedback provider ${name} was skipped: ${thrownWords(cause)}`;
  reportProblem(report, { kind: 'feedback_provider', name, message, cause });
}

async function askSafely(
  config: FeedbackProviderConfig,
  id: string,
  options: CollectFeedbackOptions,
): Promise<Spoken | null> {
  const changes = options.session.begin();
  const timeoutMs = options.providerTimeoutMs ?? PROVIDER_TIMEOUT_MS;
  try {
    const feedback = await withDeadline(ask(config, id, options, changes), timeoutMs, () => {
      throw new Error(`no answer within ${timeoutMs} ms`);
    });
    if (feedback !== null) return { feedback, changes };
  } catch (cause) {
    reportSkipped(options.report, id, cause);
  }
  changes.drop();
  return null;
}

/** Asks one provider if its trigger fires. What it changes belongs to what it says: both are kept, or neither. */
async function ask(
  { provider, trigger }: FeedbackProviderConfig,
  id: string,
  options: CollectFeedbackOptions,
  changes: SessionChanges,
): Promise<Feedback | null> {
  const { prompt, session } = options;
  const context = new FeedbackContext({
    session: changes,
    prompt,
    deadline: options.deadline ?? null,
  });
  const filename = trigger.onFileCreated?.filename ?? null;
  const watched = filename === null ? null : { providerName: id, filename };
  const isNewFileSeen =
    watched !== null &&
    !hasFired(changes, watched) &&
    (await isThere(watched.filename, id, options));
  const since = context.lastFeedbackForProvider(id)?.timestamp ?? session.startedAtMs;
  const fires = trigger.fires({
    callsSince: context.toolCallsSinceLastFeedbackForProvider(id),
    elapsedMs: session.now() - since,
    isNewFileSeen,
  });
  if (!fires || !(await provider.shouldRun(context))) return null;
  const feedback = feedbackOf(await provider.provide(context), {
    providerName: id,
    timestamp: session.now(),
    callIndex: context.toolCallCount,
    promptName: prompt.name,
  });
  keepFeedback(changes, feedback);
  // Only a file that was seen is done with: a cadence that fires first must not use up the file's turn.
  if (watched !== null && isNewFileSeen) markFired(changes, watched);
  return feedback;
}

/** What was said, whole; refused here when it cannot be rendered, while the provider can still be left out. */
function feedbackOf(
  draft: FeedbackDraft,
  rest: Omit<FeedbackOptions, keyof FeedbackDraft>,
): Feedback {
  const said: unknown = draft?.summary;
  if (typeof said !== 'string' || said.trim() === '') {
    refuseGuardrail('summary', 'is missing or empty; provide() must return at least { summary }');
  }
  const feedback = new Feedback({ ...draft, ...rest });
  feedback.render();
  return feedback;
}

/** A filesystem that fails must not silence the trigger's other conditions. */
async function isThere(
  filename: string,
  id: string,
  { prompt, report }: CollectFeedbackOptions,
): Promise<boolean> {
  try {
    return (await prompt.filesystem?.exists(filename)) ?? false;
  } catch (cause) {
    const message = `Feedback provider ${id} cannot look for ${filename}: ${thrownWords(cause)}`;
    reportProblem(report, { kind: 'feedback_provider', name: id, message, cause });
    return false;
  }
}
