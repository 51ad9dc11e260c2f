/**
 * What must always be true of health and mode: health is lost at once and regained slowly, and a
 * mode does not flicker.
 */
import type { AgentRecord } from '../../src/core/index.ts';
import type { Sight } from './sight.ts';

const MINUTE_MS = 60_000;

function isRestart(record: AgentRecord): boolean {
  return record.type === 'operator' && record.action === 'restart';
}

/** Health is a share. */
export function healthIsAShare({ decision }: Sight): string | null {
  const { health } = decision;
  return health >= 0 && health <= 1 ? null : `health ${health}`;
}

/** Without a restart, health rises a little each full minute and never above the cap. */
export function healthRisesSlowly({ record, book, place, health }: Sight): string | null {
  const { session, now } = place;
  if (health <= session.health || isRestart(record)) return null;
  const cap = Math.round(book.values.recoveryCap * 10_000);
  if (health > cap) return `health rose to ${health}, above the cap`;
  const minutes = Math.floor((now - session.recoversFrom) / MINUTE_MS);
  const most = Math.round(book.values.recoveryRatePerMinute * 10_000) * minutes;
  const rise = health - session.health;
  return rise <= most ? null : `health rose by ${rise} in ${minutes} full minutes`;
}

/** A failed execution costs health, there and then. */
export function failureCosts({ record, book, place, health }: Sight): string | null {
  if (record.type !== 'result' || record.result.status !== 'FAILED') return null;
  const { session, now } = place;
  const { values } = book;
  const minutes = Math.floor((now - session.recoversFrom) / MINUTE_MS);
  const regained = Math.round(values.recoveryRatePerMinute * 10_000) * minutes;
  const most = session.health + regained - Math.round(values.executionErrorLoss * 10_000);
  return health <= Math.max(0, most) ? null : `health ${health} after a failure, at most ${most}`;
}

/** A restart sets health to the cap. */
export function restartSetsHealth({ record, book, health }: Sight): string | null {
  if (!isRestart(record)) return null;
  const cap = Math.round(book.values.recoveryCap * 10_000);
  return health === cap ? null : `health ${health} after a restart`;
}

/** A mode lasts its time, unless no event has confirmed it yet. */
export function modeIsDamped({ decision, book, place }: Sight): string | null {
  const { thread } = place;
  const { mode, since } = decision.activity;
  if (thread.fresh || mode === thread.mode) return null;
  const { modeDurationMinMs, criticalModeDurationMinMs } = book.values;
  const critical = thread.mode === 'LOOPING' || thread.mode === 'RUNAWAY';
  const lasted = since - thread.modeSince;
  const least = critical ? criticalModeDurationMinMs : modeDurationMinMs;
  return lasted >= least ? null : `${thread.mode} lasted only ${lasted} ms`;
}
