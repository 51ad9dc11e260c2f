/** A line between browser and server that can be cut and mended. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CutLine {
  /** Where the browser goes. */
  readonly url: string;
  /** Ends every connection and takes no new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cutLine(serverUrl: string): Promise<CutLine> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const end = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: end,
    mend: () => {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
  };
}
