/** A client as `tripwire init` knows it, with its settings loaded. */
import { initClients, type InitClient } from '../../src/cli/init/clients.ts';
import type { CommandSettings } from '../../src/clients/hook-settings.ts';
import type { ClientId } from '../../src/clients/table.ts';

/** The client with this id. */
export async function initClient(id: string): Promise<InitClient> {
  const found = (await initClients()).find(({ client }) => client.id === id);
  if (found === undefined) throw new Error(`there is no client ${id}`);
  return found;
}

/** The settings of a client that runs a command at each event. */
export async function commandsOf(id: ClientId): Promise<CommandSettings> {
  const { settings } = await initClient(id);
  if (settings.kind !== 'commands') throw new Error(`${id} runs no commands`);
  return settings;
}
