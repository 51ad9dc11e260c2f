/**
 * The second door of this room: what a page in a browser may load too.
 *
 * The first leads to everything that decides, and that hashes with Node.
 *
 * @module
 */
export { canonicalJson } from './records/canonical.ts';
export { TripwireError } from './errors.ts';
