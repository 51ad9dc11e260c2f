/**
 * The folder in which a client keeps its settings, on this machine.
 */
import { join } from 'node:path';
import type { Client } from './client.ts';

/** A home, and what the environment says about folders. */
export interface FolderPlace {
  readonly home: string;
  /** The folder that a variable names; null when it is not set. */
  readonly folderIn: (variable: string) => string | null;
}

/** Where the client's settings are. */
export function clientFolder({ folder }: Pick<Client, 'folder'>, place: FolderPlace): string {
  const { variable, inHome, below = '' } = folder;
  const moved = variable === null ? null : place.folderIn(variable);
  return join(moved ?? join(place.home, inHome), below);
}
