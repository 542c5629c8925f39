/** Adds a tag as typed: without #, each once, capitals or not. */
export const withTag = (tags: readonly string[], typed: string, most: number): readonly string[] => {
  const tag = typed
    .trim()
    .replace(/^#+\s*/, '')
    .replaceAll(/\s+/g, ' ');
  const isKnown = tags.some((known) => known.toLowerCase() === tag.toLowerCase());
  return tag === '' || isKnown || tags.length >= most ? tags : [...tags, tag];
};
