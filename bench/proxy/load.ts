/** Load on one of the servers of the benchmark, for a while. */
import autocannon from 'autocannon';
import { pathAt, type ChildServer } from './child-server.ts';
import { requestsOf, type Size } from './requests.ts';

/** How much, of what, for how long. */
export interface Load {
  readonly size: Size;
  readonly connections: number;
  readonly seconds: number;
  /** The agents' names begin with it. */
  readonly name: string;
  /** Every so many connections one asks for streams; none when absent. */
  readonly streamsEvery?: number;
  /** Requests a second of all connections together; as many as get through when absent. */
  readonly rate?: number;
}

/** What came of it. */
export interface Loaded {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  /** Processor time of the server for each request, in microseconds: says more than time on a busy machine. */
  readonly cpuUs: number;
  /** By which the journal grew for each request, in bytes. */
  readonly journalBytes: number;
}

/** Loads a server. */
export async function load(server: ChildServer, asked: Load): Promise<Loaded> {
  const { size, connections, seconds, name, rate, streamsEvery } = asked;
  let connection = 0;
  const bytesBefore = await server.journalBytes();
  const before = await server.usage();
  const result = await autocannon({
    url: server.url,
    connections,
    duration: seconds,
    ...(rate === undefined ? {} : { overallRate: rate }),
    setupClient: (client) => {
      const stream = streamsEvery !== undefined && connection % streamsEvery === 0;
      const next = requestsOf({ size, stream, name }, connection, connections);
      connection += 1;
      const setupRequest = (sent: autocannon.Request) => {
        const { path, body } = next();
        return { ...sent, path: pathAt(server, path), body };
      };
      const headers = { 'content-type': 'application/json', ...server.headers };
      client.setRequests([{ method: 'POST', headers, setupRequest }]);
    },
  });
  const after = await server.usage();
  const bytesAfter = await server.journalBytes();
  const requests = result.requests.total;
  return {
    requests,
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    journalBytes: (bytesAfter - bytesBefore) / requests,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
