/**
 * The tables of docs/adapters.md: what each adapter can do, why not where it cannot, and what the kit plays.
 */
import {
  ABILITIES,
  type Ability,
  type AdapterCapabilities,
} from '../../src/adapters/capabilities.ts';
import { markdownTable } from './markdown-table.ts';

/** What is told of a scenario. */
export interface ListedScenario {
  readonly title: string;
  readonly needs: readonly Ability[];
}

const abilities = Object.keys(ABILITIES) as Ability[];

/** One line for each adapter, one column for each ability. */
export function renderAdapterMatrix(adapters: readonly AdapterCapabilities[]): string {
  const legend = abilities.map((ability) => `- \`${ability}\`: ${ABILITIES[ability]}`).join('\n');
  const rows = adapters.map((adapter) => [
    `\`${adapter.adapter}\``,
    adapter.sdk,
    ...abilities.map((ability) => (adapter[ability] ? 'yes' : '**no**')),
  ]);
  return `${markdownTable(['adapter', 'tested with', ...abilities], rows)}\n\n${legend}`;
}

/** What each adapter cannot do, and why; what else a user has to know. */
export function renderAdapterLimits(adapters: readonly AdapterCapabilities[]): string {
  return adapters.map(limitsOf).join('\n\n');
}

function limitsOf({ adapter, cannot, notes }: AdapterCapabilities): string {
  const denied = abilities.flatMap((ability) => {
    const reason = cannot[ability];
    return reason === undefined ? [] : [`- No \`${ability}\`. ${reason}`];
  });
  const lines = [...denied, ...notes.map((note) => `- ${note}`)];
  return [`**${adapter}**`, '', ...(lines.length === 0 ? ['- Nothing.'] : lines)].join('\n');
}

/** Every scenario, and the adapters that declare it impossible. */
export function renderScenarios(
  scenarios: readonly ListedScenario[],
  adapters: readonly AdapterCapabilities[],
): string {
  const rows = scenarios.map(({ title, needs }) => {
    const without = adapters.filter((adapter) => needs.some((ability) => !adapter[ability]));
    const names = without.map(({ adapter }) => adapter).join(', ');
    return [title, names === '' ? 'all' : `all but ${names}`];
  });
  return markdownTable(['scenario', 'played by'], rows);
}
