/**
 * The environment of the compiler and the linter. They are written in Go and end soon: not collecting garbage before it fills
 * this much memory, and checking in one thread what two would check twice, halves the processor time that they take.
 */
export const SHORT_LIVED_GO = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
