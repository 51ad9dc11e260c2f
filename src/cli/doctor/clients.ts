/**
 * The clients on this machine as `doctor` shows them.
 */
import type { ClientFinding } from '../../clients/findings.ts';
import type { Installed } from '../../clients/installed.ts';
import { span, wrap, type Line, type Style } from '../terminal/styled-line.ts';
import { spanText } from '../terminal/time-text.ts';

const LABEL_COLUMNS = 14;
const TEXT_COLUMNS = 92;
const LINES_MAX = 12;

/** What holds for all of them. */
const LIMITS =
  "Project settings and command-line options can override this and aren't checked. A stop cuts the conversation; a " +
  'command that is already running continues.';

const verdicts = {
  seen: ['yes', 'green'],
  pointed: ['pointed here, not seen yet', 'yellow'],
  partly: ['only partly', 'yellow'],
  no: ['no', 'yellow'],
  unknown: ['cannot tell', 'yellow'],
} as const satisfies Record<string, readonly [string, Style]>;

const logins = {
  'api-key': 'API key',
  subscription: 'subscription login',
  other: 'other',
  none: 'not logged in',
  unknown: 'cannot tell',
} as const;

const baseUrls = {
  works: 'a base URL works',
  untried: 'a base URL is followed, not tried with this login',
  no: 'a base URL does not help with this login',
  unknown: 'cannot tell whether a base URL helps',
} as const;

/** The lines; `nowMs` is for "3 min ago". */
export function clientsLines(findings: readonly ClientFinding[], nowMs: number): readonly Line[] {
  const missing = findings.filter(({ installed }) => installed === null);
  const there = findings.filter(({ installed }) => installed !== null);
  if (there.length === 0) {
    const names = findings.map(({ program }) => program).join(', ');
    return [
      [span('Clients: ', 'bold'), span(`no coding agent is on the PATH (looked for ${names}).`)],
      [
        span(
          '  That is fine: programs with an SDK are pointed here by a base URL (docs/proxy.md).',
        ),
      ],
    ];
  }
  return [
    [span('Clients on this machine', 'bold')],
    ...there.flatMap((finding) => clientLinesOf(finding, nowMs)),
    ...(missing.length === 0
      ? []
      : [[span(`not on the PATH: ${missing.map(({ title }) => title).join(', ')}`, 'dim')]]),
    ...wrap(LIMITS, TEXT_COLUMNS + LABEL_COLUMNS, LINES_MAX).map((part) => [span(part, 'dim')]),
  ];
}

function clientLinesOf(finding: ClientFinding, nowMs: number): readonly Line[] {
  const { installed, login, passes, guards } = finding;
  if (installed === null) return [];
  if (login === null || passes === null || guards === null) return plainLines(finding, installed);
  const [verdict, style] = verdicts[passes.state];
  const pointBy = passes.state === 'seen' || passes.state === 'pointed' ? null : guards.pointBy;
  return [
    ...headLines(finding, installed),
    ...wrapped('  login', `${logins[login.kind]}: ${login.detail}`),
    ...wrapped('  passes', `${verdict}: ${passes.detail}${seenText(finding, nowMs)}`, style),
    ...(pointBy === null ? [] : [[label('  to point it'), span(pointBy)]]),
    ...wrapped('  guards', `${baseUrls[guards.baseUrl]}; hooks: ${guards.hooks.detail}`),
    ...guards.unguarded.flatMap((words, at) => wrapped(at === 0 ? '  unguarded' : '', words)),
  ];
}

/** A client that is guarded by a base URL alone. */
function plainLines(finding: ClientFinding, installed: Installed): readonly Line[] {
  const { pointBy, program } = finding;
  return [
    ...headLines(finding, installed),
    ...(pointBy === null ? [] : [[label('  to point it'), span(pointBy)]]),
    ...wrapped('  guards', `a base URL works; tripwire run -- ${program} sets it where it can`),
  ];
}

/** Which one, where, and whether this version was ever tried. */
function headLines(finding: ClientFinding, { version, path }: Installed): readonly Line[] {
  const { title, triedVersion } = finding;
  const head = [span(title, 'cyan'), span(` ${version ?? '(version unknown)'}  ${path}`, 'dim')];
  const words = `${version} was never tried with Tripwire, ${triedVersion} was (docs/clients.md)`;
  const isTried = version === null || version === triedVersion;
  return isTried ? [head] : [head, ...wrapped('  version', words, 'yellow')];
}

/** What the server knows of the agent under whose name the client would call. */
function seenText({ passes, program }: ClientFinding, nowMs: number): string {
  if (passes === null) return '';
  const { state, agent, lastSeen, seenProblem } = passes;
  const isPointed = state === 'seen' || state === 'pointed' || state === 'partly';
  const when = lastSeen === null ? null : `${spanText(nowMs - lastSeen)} ago`;
  if (isPointed) {
    if (seenProblem !== null) return `; whether it has called is unknown: ${seenProblem}`;
    if (agent === null)
      return "; the base URL has no agent name, so it can't be told apart from others";
    return when === null ? `; agent ${agent} has never called` : `; agent ${agent} called ${when}`;
  }
  if (when === null) return '';
  return `; an agent ${program} called ${when}, as tripwire run -- ${program} does`;
}

function wrapped(name: string, text: string, style: Style = 'plain'): readonly Line[] {
  return wrap(text, TEXT_COLUMNS, LINES_MAX).map((part, at) => [
    label(at === 0 ? name : ''),
    span(part, style),
  ]);
}

function label(name: string) {
  return span(name.padEnd(LABEL_COLUMNS), 'dim');
}
