/**
 * The compaction gate: a warning at 75 percent, a briefing and the demand to compact at 80, no more tool calls
 * at 85 but those that save work.
 *
 * A model that loses its first instructions from view believes in success; so it stops while it still knows
 * what it was doing. Only the session's own context is measured: a subagent's ends with it.
 */
import { sep } from 'node:path';
import type { ContextReading } from '../../clients/context-reading.ts';
import { briefingText } from '../files/briefing-text.ts';
import type { ContextTier } from '../files/loop-state.ts';
import { commandOf, pathsOf } from '../reserved/tool-call.ts';
import { contextTier, contextWindow, estimatedPercent, usagePercent } from './context-window.ts';
import { BRIEFING } from './protected-paths.ts';
import {
  deny,
  note,
  say,
  sessionOf,
  withManifest,
  withSession,
  type Rule,
  type Situation,
} from './situation.ts';

/** Only these, one after the other: `git add -A && git commit -m "…"`. */
const SAVES_WORK = /^(?:git (?:add|commit|status|stash push)(?: [^;&|<>`$()\n]*)?(?:&&|;|$)\s*)+$/;
const RANKS: readonly ContextTier[] = ['none', 'warning', 'mandatory', 'hard'];

/** The compaction gate. */
export const contextRule: Rule = (now) => {
  const { event, around } = now;
  if (event.agent !== null) return now;
  if (event.kind === 'after-compaction') return emptied(now, 'compacted');
  if (event.kind === 'session-start') {
    if (event.source === 'compact') return emptied(now, 'compacted');
    return event.source === 'clear' ? emptied(now, 'restarted_session') : now;
  }
  const told: ContextReading | null =
    event.kind === 'usage'
      ? { tokens: event.contextTokens, model: event.model, windowTokens: null }
      : around.usage;
  const measured = told === null ? estimated(now) : measure(now, told);
  return event.kind === 'tool-before' ? block(measured) : measured;
};

function measure(now: Situation, reading: ContextReading): Situation {
  const session = sessionOf(now);
  const model = reading.model ?? session.model;
  const window = contextWindow(
    now.state.manifest,
    reading.windowTokens ?? session.contextWindow,
    model,
  );
  const tier = contextTier(reading.tokens, window, now.state.manifest);
  const known = withManifest(
    withSession(now, {
      model,
      contextTokens: reading.tokens,
      contextWindow: reading.windowTokens ?? session.contextWindow,
      tier,
    }),
    { estimatedUsagePct: usagePercent(reading.tokens, window) },
  );
  return RANKS.indexOf(tier) > RANKS.indexOf(session.tier)
    ? reached(known, tier)
    : lower(known, session.tier, tier);
}

/** Words and files when a tier is reached, once. */
function reached(now: Situation, tier: ContextTier): Situation {
  const { manifest } = now.state;
  const percent = manifest.estimatedUsagePct;
  const details = (threshold: number) => ({ context_pct: percent, threshold });
  if (tier === 'warning') {
    const noted = note(
      now,
      'COMPACTION_GATE',
      'recommended_compaction',
      details(manifest.warningThreshold),
    );
    return say(noted, `WARNING: Context at ${percent}%. Consider /compact`);
  }
  const text = briefingText({
    session: sessionOf(now),
    manifest,
    testCommand: now.around.testCommand,
    atMs: now.event.atMs,
  });
  const briefed = { ...now, files: [...now.files, { name: BRIEFING, text }] };
  const place = `${now.around.places.stateFolder}/${BRIEFING}`;
  const ask = `Bring ${place} up to date (goal, state, done, next, files, open errors), commit what is finished, and compact.`;
  if (tier === 'mandatory') {
    const noted = note(
      briefed,
      'COMPACTION_GATE',
      'requested_compaction',
      details(manifest.mandatoryThreshold),
    );
    return say(noted, `MANDATORY: Context at ${percent}%. ${ask}`);
  }
  const noted = note(
    briefed,
    'COMPACTION_GATE',
    'blocked_tool_calls',
    details(manifest.hardBlockThreshold),
  );
  const raised = {
    hold: 'compaction',
    change: 'raise',
    details: `context at ${percent} %`,
  } as const;
  return say(
    { ...noted, signals: [...noted.signals, raised] },
    `HARD_BLOCK: Context at ${percent}%. ${ask} Run: /compact or restart session`,
  );
}

function lower(now: Situation, from: ContextTier, to: ContextTier): Situation {
  if (from !== 'hard' || to === 'hard') return now;
  const lifted = { hold: 'compaction', change: 'lift', details: 'the context is smaller' } as const;
  return { ...now, signals: [...now.signals, lifted] };
}

function block(now: Situation): Situation {
  const { event, around } = now;
  if (event.kind !== 'tool-before' || sessionOf(now).tier !== 'hard') return now;
  const briefing = `${around.places.stateFolder}${sep}${BRIEFING}`;
  const paths = pathsOf(event.args, event.cwd);
  const command = commandOf(event.args);
  const saves =
    (paths.length > 0 && paths.every((path) => path === briefing)) ||
    (command !== null && SAVES_WORK.test(withoutMessages(command)));
  return saves ? now : deny(now, hardBlock(now, briefing));
}

function hardBlock(now: Situation, briefing: string): string {
  const { manifest } = now.state;
  const { contextTokens, contextWindow: told, model } = sessionOf(now);
  const window = contextWindow(manifest, told, model);
  const of = contextTokens === null ? 'by lines of output' : `${contextTokens} of ${window} tokens`;
  return `HARD_BLOCK: Context at ${manifest.estimatedUsagePct}% (${of}). Run: /compact or restart session. Until then only writing ${briefing} and git commit pass. If the model's window is larger, a person sets context.window_tokens in MANIFEST.yaml.`;
}

/** The command without the words of a commit, in quotes or as a text that the shell leaves alone. */
function withoutMessages(command: string): string {
  return command
    .replace(/"\$\(cat <<'(\w+)'\n[\s\S]*?\n\1\s*\)"/g, 'x')
    .replace(/'[^']*'|"[^"$`]*"/g, 'x')
    .trim();
}

/** The context is small again. */
function emptied(now: Situation, action: 'compacted' | 'restarted_session'): Situation {
  const { tier } = sessionOf(now);
  const fresh = withManifest(
    withSession(now, { contextTokens: null, tier: 'none', outputLines: 0 }),
    { estimatedUsagePct: 0, lastCompaction: new Date(now.event.atMs).toISOString() },
  );
  const noted = note(lower(fresh, tier, 'none'), 'COMPACTION_GATE', action, {
    context_pct: now.state.manifest.estimatedUsagePct,
  });
  return tier === 'mandatory' || tier === 'hard'
    ? say(noted, `Read ${now.around.places.stateFolder}/${BRIEFING} and continue`)
    : noted;
}

/**
 * By lines of output, where nothing tells the usage. A client with a transcript does tell it, in a form that could not be
 * read: there lines only warn, because a guess must not stop work that can be measured.
 */
function estimated(now: Situation): Situation {
  const { event, state } = now;
  const session = sessionOf(now);
  if (event.kind !== 'tool-after' || session.contextTokens !== null) return now;
  const outputLines = session.outputLines + event.result.split('\n').length;
  const percent = estimatedPercent(outputLines);
  const most = event.transcript === null ? 100 : Math.ceil(state.manifest.mandatoryThreshold) - 1;
  const tier = contextTier(Math.min(percent, most), 100, state.manifest);
  const known = withManifest(withSession(now, { outputLines, tier }), {
    estimatedUsagePct: percent,
  });
  return RANKS.indexOf(tier) > RANKS.indexOf(session.tier) ? reached(known, tier) : known;
}
