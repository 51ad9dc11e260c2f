/** How large one message of MCP may be, whichever way it comes. */
export const MESSAGE_BYTES_MAX = 64 * 1_024 * 1_024;
