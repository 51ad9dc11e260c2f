/**
 * Traces in OpenTelemetry's protocol, read into what an agent did. `read-protobuf.ts` is a door of its own: it loads a
 * library, and most senders write one encoding or the other.
 *
 * @module
 */
export { spansOfJson } from './read-json.ts';
export { ReportMemory, type NewStep } from './report-memory.ts';
export { UnreadableTraces, type Span } from './span.ts';
