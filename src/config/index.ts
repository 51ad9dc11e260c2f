/**
 * What a person configures, read once at start.
 *
 * @module
 */
export { loadConstitution } from './constitution-file.ts';
