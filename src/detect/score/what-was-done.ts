/**
 * What an agent did in a stretch without progress, as one sentence in plain words.
 *
 * It names the tools and how often they were called; which reason fed the score most decides the wording.
 */
import type { CountedAs, FeedingStep, Stretch } from './stretch.ts';

type Sentence = (tools: string, times: string) => string;

const sameResult: Sentence = (tools, times) =>
  `Called ${tools} ${times} and got the same result each time.`;
const sameError: Sentence = (tools, times) =>
  `Called ${tools} ${times} and got the same error each time.`;
const noChange: Sentence = (tools, times) => `Checked with ${tools} ${times}, and nothing changed.`;
const onScreen: Sentence = (tools, times) =>
  `Repeated ${tools} on the screen ${times}, with no visible effect.`;
const planned: Sentence = (_, times) => `Updated its plan ${times} without doing any of it.`;
const nothingNew: Sentence = (tools, times) =>
  `Called ${tools} ${times} and learned nothing it did not know.`;

const sentences: Readonly<Record<CountedAs, Sentence>> = Object.freeze({
  'quick-failure': sameError,
  repeat: sameResult,
  habit: noChange,
  'changing-read': noChange,
  stalled: noChange,
  settled: noChange,
  'measured-again': (tools, times) =>
    `Ran ${tools} ${times}, and only figures that go to and fro differed.`,
  moving: noChange,
  portion: (tools, times) =>
    `Ran ${tools} ${times}, and each time it said that a portion was done.`,
  'same-turn': sameResult,
  'read-again': nothingNew,
  forgotten: (tools, times) => `Did the same work again after a compaction: ${tools}, ${times}.`,
  'near-repeat': (tools, times) =>
    `Called ${tools} ${times} with nearly the same arguments and learned nothing new.`,
  'same-error': sameError,
  'check-stall': (tools, times) =>
    `Ran ${tools} ${times} across changes, and the outcome was as red as before.`,
  'same-failure': (tools, times) =>
    `Ran ${tools} ${times} across changes, and what had failed before failed as it did.`,
  unmoved: (tools, times) =>
    `Looked with ${tools} ${times}, and it was as before, whatever was done in between.`,
  'negative-answer': (tools, times) => `Asked ${tools} ${times} and found nothing.`,
  'known-answer': nothingNew,
  'known-content': (tools, times) => `Read again with ${tools} ${times} what it had read before.`,
  'same-content': (tools, times) =>
    `Asked ${tools} different things ${times} and got the same answer each time.`,
  'same-reply': (tools, times) =>
    `Tried ${tools} with different commands ${times} and got the same reply each time.`,
  'written-before': (tools, times) => `Wrote the same words again with ${tools}, ${times}.`,
  'empty-handed': (tools, times) => `Delegated with ${tools} ${times}, and nothing new came back.`,
  listed: nothingNew,
  'by-heart': nothingNew,
  'one-of-many': (tools, times) =>
    `Asked ${tools} about one thing after the other, ${times}, and got the same answer each time.`,
  pause: noChange,
  poll: noChange,
  'spaced-poll': noChange,
  pending: noChange,
  'dead-end': (tools, times) =>
    `Kept checking with ${tools}, ${times}, although what it waits for has already failed.`,
  'screen-echo': onScreen,
  'seen-screen': onScreen,
  unseen: (tools, times) => `Looked with ${tools} ${times} and did nothing that shows.`,
  scroll: onScreen,
  'plan-echo': planned,
  'plan-note': planned,
  outage: (tools, times) => `Retried ${tools} ${times} against the same outage.`,
  'bare-failure': (tools, times) => `Called ${tools} ${times}, and it failed without saying why.`,
  'asked-for': sameResult,
  'same-answer': (_, times) => `Gave the same answer ${times} and did nothing in between.`,
});

/** Reasons that count from the second time on: there was a first one that counted as work. */
const again: ReadonlySet<CountedAs> = new Set([
  'quick-failure',
  'repeat',
  'near-repeat',
  'same-error',
  'check-stall',
  'same-failure',
  'unmoved',
  'poll',
  'spaced-poll',
  'pending',
  'dead-end',
  'changing-read',
  'stalled',
  'settled',
  'measured-again',
  'portion',
  'outage',
]);
const TOOLS_NAMED = 3;

/** The sentence about a stretch. */
export function whatWasDone({ fed, fedBy }: Stretch): string {
  const why = mainReason(fedBy);
  const tools = [...new Set(fedBy.map(({ what }) => `\`${what}\``))];
  const count = fed + (again.has(why) && tools.length === 1 ? 1 : 0);
  const times = count === 1 ? 'once' : `${count} times`;
  return sentences[why](listed(tools), tools.length === 1 ? times : `${times} in all`);
}

/** The reason that brought most of the points. */
function mainReason(fedBy: readonly FeedingStep[]): CountedAs {
  const points = new Map<CountedAs, number>();
  for (const { why, weight } of fedBy) points.set(why, (points.get(why) ?? 0) + weight);
  const [most] = [...points].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? 'repeat';
}

function listed(tools: readonly string[]): string {
  const named = tools.slice(0, TOOLS_NAMED);
  if (tools.length > TOOLS_NAMED) return `${named.join(', ')} and others`;
  const last = named.at(-1) ?? 'tools';
  return named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
}
