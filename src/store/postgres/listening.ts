/**
 * Hears messages of the database, over a connection of its own that is opened again when it breaks.
 *
 * What is sent meanwhile is lost, so the listener is also called when a connection begins: whoever listens looks for what
 * changed, and takes a message for no more than a hint to look now.
 */
import type { Client } from 'pg';

const AGAIN_MS = 250;

/** Listens until it is told to end. */
export function listenOn(
  connect: () => Client,
  channel: string,
  heard: () => void,
): () => Promise<void> {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const again = (broken: Client) => {
    if (client !== broken) return;
    client = null;
    void Promise.allSettled([broken.end()]);
    if (!isOver) timer = setTimeout(open, AGAIN_MS);
  };
  const open = () => {
    const opened = connect();
    client = opened;
    opened.on('error', () => again(opened));
    opened.on('end', () => again(opened));
    opened.on('notification', heard);
    opened
      .connect()
      .then(() => opened.query(`LISTEN ${channel}`))
      .then(heard)
      .catch(() => again(opened));
  };
  open();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    const last = client;
    client = null;
    await Promise.allSettled([last?.end()]);
  };
}
