/** Kinds of details that a document or an archive may reveal besides its content. */
export const INSIDE_KINDS = [
  'author',
  'title',
  'description',
  'program',
  'date',
  'place',
  'person',
  'comment',
  'fileName',
  'encrypted',
] as const;
export type InsideKind = (typeof INSIDE_KINDS)[number];

/** One of these things, in the file's own words; of `encrypted` the kind of file, which can't be looked into. */
export interface InsideFact {
  kind: InsideKind;
  text: string;
}
