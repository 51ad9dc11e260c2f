/**
 * The tables of rooms in the documents, made from the rule table that `npm run check` applies, so that what a newcomer
 * reads is what the check enforces.
 */
import { rooms, type Room } from '../../test/tidy/rooms.ts';
import { markdownTable } from './markdown-table.ts';

type Rooms = Readonly<Record<string, Room>>;

/** From this many arrows on, a row names the rooms that are left out: twenty names say less than "all but two". */
const MANY_ARROWS = 12;
/** More doors than this are counted; who needs their names reads the rule table. */
const MANY_DOORS = 4;

/** With what each may import, for whoever changes something. */
export function renderRoomArrows(table: Rooms = rooms): string {
  return markdownTable(
    ['room', 'what lives there', 'may import'],
    Object.entries(table).map(([name, room]) => [
      named(name, room),
      room.what,
      [arrows(name, room, table), room.packages.map(code).join(', ')].filter(Boolean).join('; '),
    ]),
  );
}

/** With doors too, for the page about the architecture. */
export function renderRoomTable(table: Rooms = rooms): string {
  return markdownTable(
    ['room', 'what lives there', 'rooms it may import', 'packages', 'doors'],
    Object.entries(table).map(([name, room]) => [
      named(name, room),
      room.what,
      arrows(name, room, table),
      room.packages.map(code).join(', '),
      doors(room),
    ]),
  );
}

function named(name: string, { pure }: Room): string {
  return pure ? `${code(name)} (pure)` : code(name);
}

function arrows(name: string, { mayImport }: Room, table: Rooms): string {
  if (mayImport.length < MANY_ARROWS) return mayImport.map(code).join(', ');
  const left = Object.keys(table).filter((other) => other !== name && !mayImport.includes(other));
  return left.length === 0 ? 'all' : `all but ${left.map(code).join(', ')}`;
}

function doors({ doors: given }: Room): string {
  if (given === 'every file') return given;
  if (given.length > MANY_DOORS) return `${given.length} files`;
  return given.length === 0 ? 'none' : given.map(code).join(', ');
}

function code(name: string): string {
  return `\`${name}\``;
}
