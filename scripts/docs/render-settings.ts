/**
 * What `tripwire.yaml` may hold, for docs/configuration.md and for editors; both from the one schema.
 */
import { WINDOW_SCHEMA } from '../../src/audit/windows/window-shape.ts';
import { configJsonSchema, type SchemaNode } from '../../src/config/index.ts';
import { markdownTable } from './markdown-table.ts';

/** As wide as the formatter lets a line be. */
const COLUMNS_MAX = 100;

/** The table of all settings, in the order of the schema. */
export function renderSettings(): string {
  return markdownTable(
    ['setting', 'value', 'default', 'what it is for'],
    rows(configJsonSchema(), []),
  );
}

/** The file that editors check against; lists of words on one line, as the formatter writes them. */
export function renderSchemaFile(): string {
  return schemaText(configJsonSchema());
}

/** The form of a window, for whoever makes or reads some. */
export function renderWindowSchema(): string {
  return schemaText(WINDOW_SCHEMA);
}

function schemaText(schema: unknown): string {
  const text = JSON.stringify(schema, null, 2);
  const oneLine = (list: string, place: number) => {
    const short = list.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\[ | \]/g, (end) => end.trim());
    const before = place - text.lastIndexOf('\n', place) - 1;
    // A comma may follow.
    return before + short.length + 1 > COLUMNS_MAX ? list : short;
  };
  return `${text.replaceAll(/\[[^[\]{}]*\]/g, oneLine)}\n`;
}

function rows(node: SchemaNode, path: readonly string[]): string[][] {
  const own = Object.entries(node.properties ?? {});
  // The three known upstreams differ only in their URL and format, so one row stands for all.
  const parts = path.join('.') === 'upstreams' ? [] : own;
  const named = typeof node.additionalProperties === 'object' ? node.additionalProperties : null;
  return [
    ...parts.flatMap(([key, part]) => row(part, [...path, key])),
    ...(named === null ? [] : row(named, [...path, '<name>'])),
    ...(node.items === undefined
      ? []
      : rows(node.items, [...path.slice(0, -1), `${path.at(-1)}[]`])),
  ];
}

function row(node: SchemaNode, path: readonly string[]): string[][] {
  const below = rows(node, path);
  if (node.description === undefined) return below;
  const cells = [`\`${path.join('.')}\``, valueText(node), defaultText(node), node.description];
  return [cells, ...below];
}

function valueText(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((word) => `\`${word}\``).join(', ');
  if (node.type === 'boolean') return '`true`, `false`';
  if (node.minimum !== undefined) return `${node.minimum} to ${node.maximum}`;
  if (node.type === 'string') return 'text';
  return node.type === 'array' ? 'list' : 'mapping';
}

function defaultText({ default: value, type }: SchemaNode): string {
  if (value === undefined || type === 'object') return '';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
