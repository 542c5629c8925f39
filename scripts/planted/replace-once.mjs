import { Failure } from '../terminal.mjs';

/**
 * Replaces a text that occurs exactly once, so that a flaw whose place was rewritten fails instead of planting nothing.
 *
 * @param {string} text
 * @param {string} search
 * @param {string} replacement
 * @param {string} where named in the failure
 * @returns {string}
 * @throws Failure when the text occurs never or more than once, or the replacement changes nothing
 */
export const replaceOnce = (text, search, replacement, where) => {
  const count = search === '' ? 0 : text.split(search).length - 1;
  if (count !== 1)
    throw new Failure(`${where}: the text to replace occurs ${count} times instead of once. Adapt the flaw to the source:\n${search}`);
  if (search === replacement) throw new Failure(`${where}: the replacement is the text itself.`);
  return text.replace(search, () => replacement);
};
