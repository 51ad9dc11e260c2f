/**
 * What says no: an answer that brings nothing, and an answer that refuses the very thing that was asked for.
 *
 * The first is what a search comes back with. The second is said of one thing among many, and the next one may be granted:
 * whoever asks on is at work.
 */

/** One expression out of several. */
function oneOf(signs: readonly RegExp[]): string {
  return signs.map(({ source }) => source).join('|');
}

const start = new RegExp(
  `^(?:${oneOf([
    // A model that declines.
    /(?:i'?m |i am )?(?:sorry|afraid)\b[^\n]{0,20}\bi (?:can(?:no|')t|am not able|am unable|'m not able)/,
    /i(?:'m| am)? (?:can(?:no|')t|unable to|not able to) (?:help|assist|do that|comply|provide)\b/,
    /sorry, i'm (?:not able|unable)/,
    // Nothing, in words.
    /\(?no (?:results?|matches|files?|output|new output|such|entries|items|data)\b/,
    /no [a-z]{3,20} (?:was |were )?(?:found|available|matched)\b/,
    /0 (?:results|matches|rows|files)|not found|nothing (?:found|to)|empty\b/,
    // Nothing, as a value.
    /\[\]|\{\}|none$|null$|\{\s*"[a-z_]{1,24}":\s*(?:""|null)\s*\}/,
    /\{[^{}]{0,160}"(?:results?|hits|items|matches|rows|records|entries|data)":\s*\[\s*\]/,
    // Somebody who has read something for it, within the first sentence.
    /[^\n.]{0,120}\b(?:(?:does|do|did)(?: not|n't) (?:mention|specify|contain|state|say|include|provide|list)|no (?:information|mention|details?) (?:about|on|of)|(?:could|can)(?: not|n't|not) (?:find|locate))\b/,
    // Something that is not there, within the first line.
    /[^\n]{0,200}\b(?:[a-z_-]{0,40}not[ _-]?found|(?:error|status|code|http\S{0,4}):? 404)\b/,
    /[^\n]{0,200}\b(?:(?:does|do) not exist|no such (?:file|directory|host|user|key|table|object)|nosuch[a-z]+)\b/,
  ])})`,
  'i',
);

const anywhere = new RegExp(
  `\\b(?:${oneOf([
    // Somebody else has it, or there is no more of it.
    /taken|occupied|reserved|sold out|out of stock|fully booked|unavailable/,
    /insufficient\w{0,20}capacity|not have (?:enough|sufficient)/,
    /(?:already|currently) (?:booked|in use|registered|assigned)/,
    // It may not be had.
    /not[ _](?:available|listed|registered|authori[sz]ed|permitted|allowed|a member)/,
    /unauthori[sz]ed|forbidden|(?:access|permission) ?denied|accessdenied|returned error: 40[134]/,
    /(?:rejected|denied|blocked|refused|forbidden|prevented) by (?:the |a |your )?(?:user|polic(?:y|ies)|rules?|hooks?|sandbox|administrators?|permissions?)/,
    /prevents you from|requires? (?:your |an? )?(?:approval|permission)/,
    /(?:has|have) been denied|tool use was rejected/,
    // Nobody is there. Files, tables and the like are not there because somebody guessed their names.
    /(?<!(?:file|command|module|package|path|table|column|symbol|element|tool|function|method|route)s?[ _])not[ _]found/,
    /no (?:match(?:es)?|such (?:object|user|host|domain|account|member|customer|person|entry|record))/,
    /no (?:free [a-z]+|hits?|records?|entry|entries|account)|0 rows/,
    /unknown (?:user|host|account|customer|number)|nxdomain|unreachable/,
    /could not be delivered|undeliverable|(?:address|recipient|mailbox) (?:rejected|unavailable)/,
    // It is not what it should be.
    /(?:is|are|was) (?:not valid|invalid|incorrect|not accepted)/,
  ])})\\b`,
  'i',
);
/** A longer text is about something else. */
const REFUSAL_CHARACTERS_MAX = 400;

/** Whether an answer, by its beginning, brings nothing. */
export function bringsNothing(said: string): boolean {
  return start.test(said);
}

/** Whether an answer refuses what was asked for. */
export function refuses(text: string): boolean {
  return text.length <= REFUSAL_CHARACTERS_MAX && anywhere.test(text);
}
