/** A text cut to so many characters, with an ellipsis where something is missing; line breaks become spaces. */
export const shortened = (text: string, length: number): string => {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  return characters.length <= length
    ? characters.join('')
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
};
