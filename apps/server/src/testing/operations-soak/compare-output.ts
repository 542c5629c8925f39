/** Parts of a line that differ between two runs, with their placeholders. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  // Ids of keys.
  [/(?<=\b(?:key|Removed) )[0-9a-f]{8}\b(?:, [0-9a-f]{8}\b)*/g, 'KEY'],
  [/(?<![\w:/])\/[\w./-]*[\w/-]/g, 'PATH'],
  [/\b[a-z]+:[a-z]\w+\b(?!\/)/gi, 'NAME'],
  [/\d[\d,.]*/g, 'N'],
  // A machine's state isn't the document's.
  [/^(?:ok|warning|FAILED)(?= )/, 'STATE'],
  [/\b(warning)s\b/g, '$1'],
];

/** A line without its numbers, times, paths and columns. */
const shapeOf = (line: string): string =>
  VARIABLE.reduce((text, [pattern, placeholder]) => text.replace(pattern, placeholder), line.trim().replace(/\s+/g, ' '));

/** Lists are as long as what they list. */
const withoutRepeats = (lines: readonly string[]): string[] => lines.filter((line, index) => line !== lines[index - 1]);

/**
 * Compares what a command printed with what a document shows, by shape. A line `...` of the document stands for any lines.
 * @returns the first line of the document that didn't come, or that came with others before it; undefined when all did
 */
export const findMissingLine = (shown: readonly string[], printed: string): string | undefined => {
  const shapes = withoutRepeats(
    printed
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map(shapeOf),
  );
  let at = 0;
  let mayPass = false;
  for (const line of shown) {
    if (line.trim() === '...') {
      mayPass = true;
      continue;
    }
    const shape = shapeOf(line);
    if (at > 0 && shape === shapes[at - 1] && shape !== shapes[at]) continue;
    const found = mayPass ? shapes.indexOf(shape, at) : shapes[at] === shape ? at : -1;
    if (found < 0) return line;
    at = found + 1;
    mayPass = false;
  }
  return mayPass || at === shapes.length ? undefined : `nothing after “${shown.at(-1) ?? ''}”, but there is “${shapes[at]}”`;
};
