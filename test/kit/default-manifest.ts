/** The manifest that a project begins with, for tests in which a person changes it. */
export { DEFAULT_MANIFEST } from '../../src/loop/index.ts';
