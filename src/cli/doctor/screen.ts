/**
 * What `doctor` prints, in the order of what a person must know: what is wrong, what an agent could do about the guard,
 * what was looked at, and the settings last, because there are sixty of them and most are as shipped.
 */
import type { ClientFinding } from '../../clients/findings.ts';
import type { Protection } from '../../server/protection-level.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import type { Check } from './checks.ts';
import { clientsLines } from './clients.ts';
import { differingLines, settingLines, type SettingsInForce } from './settings.ts';
import type { Exposure } from './surface/exposures.ts';
import type { SurfaceFacts } from './surface/facts.ts';
import { exposureLines, surfaceLines } from './surface/lines.ts';

/** Everything that was found. */
export interface Findings {
  readonly checks: readonly Check[];
  /** Ports that let somebody in without a token; null when no server runs. */
  readonly doors: readonly string[] | null;
  readonly inForce: SettingsInForce;
  readonly facts: SurfaceFacts;
  readonly exposures: readonly Exposure[];
  readonly clients: readonly ClientFinding[];
  readonly protection: Protection;
}

/** The whole screen; `nowMs` is for "3 min ago". */
export function doctorLines(found: Findings, allSettings: boolean, nowMs: number): Line[] {
  const { checks, facts, exposures, inForce } = found;
  const parts: readonly (readonly Line[])[] = [
    wrongLines(found),
    differingLines(inForce),
    exposureLines(facts.users.this_user, exposures),
    checks.filter(({ ok }) => ok).map((check) => checkLine(check)),
    clientsLines(found.clients, nowMs),
    levelLines(found.protection),
    surfaceLines(facts, nowMs),
    settingLines(inForce, allSettings),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : [[], ...lines]));
}

/** What failed, or that nothing did. */
function wrongLines({ checks, doors }: Findings): readonly Line[] {
  const wrong = [
    ...checks.filter(({ ok }) => !ok),
    ...(doors ?? []).map((detail): Check => ({ name: 'ports', ok: false, detail })),
  ];
  if (wrong.length === 0) return [[span('Nothing is wrong here.', 'green')]];
  const count =
    wrong.length === 1 ? '1 thing is wrong here' : `${wrong.length} things are wrong here`;
  return [[span(count, 'bold')], ...wrong.map((check) => checkLine(check))];
}

function checkLine({ ok, name, detail }: Check): Line {
  return [
    span(ok ? '✓ ' : '✗ ', ok ? 'green' : 'red'),
    span(`${name}: `, 'bold'),
    span(detail, ok ? 'plain' : 'red'),
  ];
}

/** The level, and every point it rests on up to the next higher one. */
function levelLines({ level, summary, points }: Protection): Line[] {
  const next = Math.min(2, level + 1);
  return [
    [span('Protection: ', 'bold'), span(summary)],
    ...points
      .filter((one) => one.for <= next)
      .map(({ ok, detail, for: needed }): Line => [
        span(ok ? '  ✓ ' : '  ✗ ', ok ? 'green' : 'yellow'),
        span(ok ? detail : `not level ${needed}: ${detail}`, ok ? 'dim' : 'plain'),
      ]),
    [
      span(
        "  Tripwire can't see from here which user each agent runs as, or which keys it has.",
        'dim',
      ),
    ],
  ];
}
