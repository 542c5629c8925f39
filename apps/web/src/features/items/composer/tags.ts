/** Adds tags as typed, separated by commas: without #, each once, capitals or not. */
export const withTags = (tags: readonly string[], typed: string, most: number): readonly string[] => {
  const all = [...tags];
  for (const part of typed.split(',')) {
    const tag = part
      .trim()
      .replace(/^#+\s*/, '')
      .replaceAll(/\s+/g, ' ');
    const isKnown = all.some((known) => known.toLowerCase() === tag.toLowerCase());
    if (tag !== '' && !isKnown && all.length < most) all.push(tag);
  }
  return all;
};
