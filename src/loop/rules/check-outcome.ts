/**
 * Whether tests or a build passed, by what they print.
 *
 * The output goes first: behind a pipe or an `|| true` every command ends well. Where it says nothing, the
 * client's word and the beginning of the text decide.
 */

const END_CHARACTERS = 65_536;
const LINE_CHARACTERS = 400;

const FAILED: readonly RegExp[] = [
  // vitest, jest
  /^[ \t]*(?:Test Files|Test Suites|Tests)\b:?\s.*\b[1-9]\d* failed/m,
  // node --test, TAP
  /^[ \t]*(?:#|ℹ) fail [1-9]/m,
  /^not ok \d+/m,
  // mocha
  /^[ \t]*[1-9]\d* failing\b/m,
  // pytest, unittest
  /^=*[ \t]*(?:.*, )?[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s/m,
  /^FAILED \(/m,
  // go
  /^(?:--- FAIL:|FAIL(?:\s|$))/m,
  // cargo
  /^test result: FAILED/m,
  /^error(?:\[E\d+\])?: /m,
  // mvn, gradle
  /\bBUILD (?:FAILURE|FAILED)\b/,
  /Tests run: \d+, Failures: (?:[1-9]|\d+, Errors: [1-9])/,
  // dotnet
  /^[ \t]*Failed!\s/m,
  /^Build FAILED/m,
  // rspec, phpunit
  /\b\d+ examples?, [1-9]\d* failures?/,
  /^(?:FAILURES|ERRORS)!/m,
  // a script of Node that ended with an error, told by its last line
  /\nNode\.js v\d+\.\d+\.\d+\s*$/,
  // tsc, make, npm
  /\berror TS\d+: /,
  /^make(?:\[\d+\])?: \*\*\* /m,
  /^npm (?:ERR!|error) /m,
];

/** True when nothing says otherwise. */
export function checkPassed(result: string, isError: boolean): boolean {
  const text = shortened(result);
  return !isError && !FAILED.some((pattern) => pattern.test(text));
}

/** Head and tail, in lines that are no longer than lines are: the rest is data, and the work must be bounded. */
function shortened(result: string): string {
  const ends =
    result.length <= 2 * END_CHARACTERS
      ? result
      : `${result.slice(0, END_CHARACTERS)}\n${result.slice(-END_CHARACTERS)}`;
  return withoutColours(ends)
    .split('\n')
    .map((line) => line.slice(0, LINE_CHARACTERS))
    .join('\n');
}

function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape sequences of terminals begin with one
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
