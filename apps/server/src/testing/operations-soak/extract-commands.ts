/** A command that a document shows its readers. */
export interface DocumentCommand {
  /** The document's path, such as `docs/operations.md`. */
  document: string;
  /** Counts from 1. */
  line: number;
  text: string;
  /** The lines that the document shows as its output; undefined where it shows none. */
  output?: string[];
}

/** Languages of fenced blocks that hold commands. */
const SHELLS = ['', 'sh', 'bash', 'console'];
/** Languages of fenced blocks that hold a file's content. A block in another language is an error: it may hide commands. */
const FILES = ['haproxy', 'nginx', 'ini', 'yaml', 'json'];

const PROMPT = '$ ';
const FENCE = /^( *)(`{3,})\s*(\S*)\s*$/;
const SPAN = /(`+)([^`]+)\1/g;
/** `NAME=value program` or `program argument`: at least two words, the first a program's name or an SQL keyword. */
const LOOKS_RUN = /^(?:[A-Z][A-Z0-9_]*=\S* )*(?:(?:\.{0,2}\/)?[a-z][\w./-]*|[A-Z]+) \S/;

/** The commands of a code block: its lines, or those behind `$ `, each with the output below it. */
const commandsOfBlock = (document: string, firstLine: number, lines: readonly string[]): DocumentCommand[] => {
  const numbered = lines.map((text, index) => ({ text, line: firstLine + index }));
  if (!lines.some((line) => line.startsWith(PROMPT)))
    return numbered.filter(({ text }) => text.trim() !== '' && !text.startsWith('#')).map(({ text, line }) => ({ document, line, text }));
  const commands: DocumentCommand[] = [];
  for (const { text, line } of numbered)
    if (text.startsWith(PROMPT)) commands.push({ document, line, text: text.slice(PROMPT.length), output: [] });
    else if (text.trim() !== '') commands.at(-1)?.output?.push(text);
  return commands;
};

/** The spans of a paragraph, which may be broken over lines. */
const commandsOfText = (document: string, firstLine: number, lines: readonly string[]): DocumentCommand[] => {
  const text = lines.join('\n');
  return [...text.matchAll(SPAN)]
    .map((match) => ({
      document,
      line: firstLine + text.slice(0, match.index).split('\n').length - 1,
      text: match[2]!.trim().replace(/\s*\n\s*/g, ' '),
    }))
    .filter((command) => LOOKS_RUN.test(command.text));
};

/**
 * Takes the commands out of a document: every line of a code block, and every code span of texts and tables that reads like one.
 * @throws Error for a fenced block in a language that it doesn't know
 */
export const extractCommands = (document: string, markdown: string): DocumentCommand[] => {
  const lines = markdown.split('\n');
  const commands: DocumentCommand[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const first = index + 1;
    const fence = FENCE.exec(lines[index]!);
    if (fence) {
      const [, indent, ticks, language] = fence;
      const block: string[] = [];
      for (index += 1; index < lines.length && lines[index]!.trim() !== ticks; index += 1) block.push(lines[index]!.slice(indent!.length));
      if (SHELLS.includes(language!)) commands.push(...commandsOfBlock(document, first + 1, block));
      else if (!FILES.includes(language!))
        throw new Error(`${document}:${first}: is a block in "${language}" run? Name it sh or ${FILES.join(', ')}.`);
      continue;
    }
    // An indented line continues a paragraph or an item, unless an empty line is above it.
    if (/^ {4}\S/.test(lines[index]!) && (lines[index - 1] ?? '').trim() === '') {
      const block: string[] = [];
      for (; index < lines.length && /^(?: {4}|\s*$)/.test(lines[index]!); index += 1) block.push(lines[index]!.slice(4));
      index -= 1;
      commands.push(...commandsOfBlock(document, first, block));
      continue;
    }
    const paragraph: string[] = [];
    for (; index < lines.length && lines[index]!.trim() !== '' && !FENCE.test(lines[index]!); index += 1) paragraph.push(lines[index]!);
    commands.push(...commandsOfText(document, first, paragraph));
    if (FENCE.test(lines[index] ?? '')) index -= 1;
  }
  return commands;
};
