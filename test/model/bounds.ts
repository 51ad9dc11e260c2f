/**
 * The largest values a record may hold, as docs/records.md states them. The model has its own copy, so that the tests
 * need nothing of the core but what the package exports.
 */

export const TIMESTAMP_MAX = 9_999_999_999_999;
export const TOKENS_MAX = 9_999_999;
export const TOOL_CALLS_MAX = 9_999;
