/** As long as search engines and link previews show titles. */
const LENGTH = 60;

/** The beginning of a text as a title: whole words on one line, with an ellipsis where they aren't all. */
export const firstWords = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LENGTH) return line;
  const cut = line.slice(0, LENGTH + 1);
  const end = cut.lastIndexOf(' ');
  // A long word, or a script without spaces.
  const words =
    end > LENGTH / 2
      ? cut.slice(0, end)
      : Array.from(line.slice(0, LENGTH * 2))
          .slice(0, LENGTH)
          .join('');
  return `${words.replace(/[\s,;:.–—-]+$/u, '')}…`;
};
