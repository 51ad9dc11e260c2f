/** Writes the bundle of the programs that tests start, into `dist/test-programs`; before the first test that starts one. */
import { TEST_PROGRAMS, TEST_PROGRAMS_FOLDER } from '../test/kit/test-programs.ts';
import { buildPrograms, STARTED_BY_NAME } from './build-program.ts';

await buildPrograms(TEST_PROGRAMS_FOLDER, [...TEST_PROGRAMS, ...STARTED_BY_NAME]);
