/** Where the next page of a list begins: the instant and id of its last row, opaque to clients. */
export const encodeCursor = (at: Date, id: string): string => Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

/** A cursor read back, or null for anything that isn't one. */
export const decodeCursor = (cursor: string | undefined): { at: Date; id: string } | null => {
  if (!cursor) return null;
  const [instant = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) || !/^[0-9a-f-]{36}$/.test(id) ? null : { at, id };
};

/** A pattern for LIKE over lower-cased text: what contains these words, with no sign that means more than itself. */
export const likePattern = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
