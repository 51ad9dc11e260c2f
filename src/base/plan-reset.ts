/** No window of a subscription lasts longer, so a reset that is later is a mistake and would park an agent for good. */
export const PLAN_RESET_MAX_MS = 32 * 86_400_000;
