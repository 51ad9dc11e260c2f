/**
 * An agent's identity in words: how it stands, what it may do, and which files make it what it is.
 *
 * Hashes and names of files, never what stands in them.
 */
import type { IdentityView } from '../../loop/index.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';

const HASH_LENGTH_SHOWN = 12;

/** The lines about an identity. */
export function identityLines(view: IdentityView, title: string, project: string): Line[] {
  const { checksum, workflowBinding, reserved } = view;
  return [
    [span(`${title} in ${project}`, 'bold')],
    standingLine(view),
    [span(`checksum  ${checksum}`)],
    [span(`workflow  ${workflowBinding ?? 'none yet; pinning makes one'}`)],
    ...roleLines(view),
    [span(`reserved  ${reserved.join(', ') || 'nothing'}`)],
    [],
    ...partTable(view),
    ...problemLines(view),
    ...modelLines(view),
  ];
}

function standingLine({ standing }: IdentityView): Line {
  switch (standing.state) {
    case 'pinned':
      return [span('pinned    yes, and it is as it was', 'green')];
    case 'unpinned':
      return [span('pinned    no; to pin it as it is now: tripwire identity pin', 'yellow')];
    case 'unknown':
      return [span(`pinned    cannot be told: ${standing.why}`, 'red')];
    case 'drifted': {
      const { parts } = standing;
      const what = parts.length === 0 ? 'nobody can tell which part' : parts.join(', ');
      return [span(`pinned    yes, but it drifted: ${what}`, 'red')];
    }
  }
}

function roleLines({ mayDo }: IdentityView): Line[] {
  const roles = Object.entries(mayDo);
  if (roles.length === 0) return [[span('role      none, so nothing that is reserved')]];
  return roles.map(([role, may]): Line => {
    const what = may === null ? 'nobody says what it may do' : may.join(', ') || 'nothing reserved';
    return [span(`role      ${role}: ${what}`)];
  });
}

function partTable({ parts, entries, standing, client, model }: IdentityView): Line[] {
  const drifted: readonly string[] = standing.state === 'drifted' ? standing.parts : [];
  const rows = Object.entries(parts).map(([part, hash]): readonly Line[] => {
    const files = entries.filter((entry) => entry.part === part).map(({ name }) => name);
    const known: Readonly<Record<string, string>> = { client, model: model ?? 'not seen yet' };
    const isDrifted = drifted.includes(part);
    return [
      [span(part, isDrifted ? 'red' : 'plain')],
      [span(hash.replace('sha256:', '').slice(0, HASH_LENGTH_SHOWN))],
      [span(isDrifted ? 'drifted' : '', 'red')],
      [span(known[part] ?? (files.join(', ') || 'nothing'))],
    ];
  });
  return textTable(['part', 'hash', '', 'from'], rows);
}

function problemLines({ entries }: IdentityView): Line[] {
  return entries.flatMap(({ name, problem }): Line[] =>
    problem === null ? [] : [[span(`${name} cannot be read: ${problem}`, 'red')]],
  );
}

function modelLines({ model }: IdentityView): Line[] {
  if (model !== null) return [];
  return [
    [],
    [
      span(
        'No model was seen at work here yet. A pin set now holds for any model; pin again later to',
      ),
    ],
    [span('bind it to one.')],
  ];
}
