/** Tokens as typed, with a point or a comma; null for what isn't an amount above zero with at most two decimals. */
export const typedTokens = (typed: string): number | null => {
  const written = typed.trim().replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(written)) return null;
  const tokens = Number(written);
  return tokens > 0 ? tokens : null;
};
