/**
 * The tables of docs/reasons.md, one for each group of reason codes.
 */
import type { Reason } from '../../src/core/reasons.ts';
import { markdownTable } from './markdown-table.ts';

type DocumentedReason = Pick<Reason, 'code' | 'meaning' | 'remedy'> & { readonly group: string };

export function renderReasons(reasons: readonly DocumentedReason[]): string {
  // Groups and codes keep the order of the source, which puts the gravest first.
  const groups = Map.groupBy(reasons, (reason) => reason.group);
  return [...groups].map(([group, members]) => `## ${group}\n\n${table(members)}`).join('\n\n');
}

function table(reasons: readonly DocumentedReason[]): string {
  return markdownTable(
    ['code', 'meaning', 'what to do'],
    reasons.map(({ code, meaning, remedy }) => [`\`${code}\``, meaning, remedy]),
  );
}
