// How signed files are laid out, without Zod, database or cryptography: statements of payouts and months, and the minutes of paid shows.

/** JSON without spaces, each of the lines on a line of its own. `lines` is last, so that the sums are read first. */
export const textWithLines = (rest: Readonly<Record<string, unknown>>, lines: readonly unknown[]): string => {
  const marker = JSON.stringify({ ...rest, lines: [] });
  return `${marker.slice(0, -2)}${lines.map((line) => `\n${JSON.stringify(line)}`).join(',')}]}`;
};

/** The file: a header with the public key and the signature of the text, then the text under a name. */
export const headedFile = (header: { format: string; publicKey: string; signature: string }, name: string, text: string): string =>
  `{"header":${JSON.stringify(header)},\n"${name}":${text}}\n`;
