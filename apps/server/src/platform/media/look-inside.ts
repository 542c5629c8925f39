import type { InsideFact } from '@stagedoor/contract/inside.values';
import { lookInsideArchive } from './look-inside-archive.ts';
import { lookInsidePdf } from './look-inside-pdf.ts';
import { Damaged, openSource } from './clean-pieces.ts';

/** Longer facts are cut, in characters; more facts are dropped. */
const MAX_TEXT = 200;
const MAX_FACTS = 24;

/** A text as it may be shown and kept: without control characters, cut. */
const shown = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT);

/**
 * Lists what a document or an archive says besides its content: it is sold or sent as it is, and whoever does so is told. Reads a bounded part of
 * it, and never fails: what is damaged says nothing.
 * @param path on the local disk
 */
export const lookInside = async (path: string, kind: 'document' | 'archive'): Promise<InsideFact[]> => {
  const source = await openSource(path);
  try {
    const found = kind === 'document' ? await lookInsidePdf(source) : await lookInsideArchive(source);
    const facts = new Map<string, InsideFact>();
    for (const { kind: fact, text } of found) {
      const words = shown(text);
      if (words && facts.size < MAX_FACTS) facts.set(`${fact} ${words}`, { kind: fact, text: words });
    }
    return [...facts.values()];
  } catch (error) {
    if (error instanceof Damaged) return [];
    throw error;
  } finally {
    await source.close();
  }
};
