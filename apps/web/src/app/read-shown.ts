interface Row {
  /** Ids follow the order of creation. */
  _id: string;
}

interface Page<R> {
  data: readonly R[];
  total: number;
  isCapped?: true | undefined;
}

/** Rows of one page at most, and how many pages are read: of what is longer the newest. */
const MOST_ROWS = 100;
const MOST_PAGES = 10;
/** Rows may move while they are read. */
const TRIES = 3;

/**
 * Reads again what is shown of a conversation, after events may have been missed: from the newest message to the oldest one that is shown. Of more
 * than a thousand the newest, so that what was missed leaves no gap. Pages overlap by one row: where that is missing rows moved meanwhile, and
 * it begins anew.
 *
 * @param read a page, newest first
 * @param shown ids, oldest first
 * @param least so many are shown in any case
 * @returns newest first, and whether there are older ones
 */
export const readShown = async <R extends Row>(
  read: (page: { limit: number; offset: number }) => Promise<Page<R>>,
  shown: readonly string[],
  least: number,
): Promise<{ rows: R[]; hasOlder: boolean }> => {
  const oldest = shown[0];
  // New ones are usually few.
  const limit = Math.min(shown.length + least, MOST_ROWS);
  const readFrom = async (rows: R[], pages: number, tries: number): Promise<{ rows: R[]; hasOlder: boolean }> => {
    const offset = Math.max(rows.length - 1, 0);
    const { data, total, isCapped } = await read({ limit, offset });
    const overlap = data.findIndex(({ _id }) => _id === rows.at(-1)?._id);
    if (rows.length > 0 && overlap < 0 && tries < TRIES) return readFrom([], 1, tries + 1);
    const all = [...rows, ...data.slice(overlap + 1)];
    const isLast = data.length < limit || (!isCapped && offset + data.length >= total);
    const last = all.at(-1);
    if (!isLast && oldest !== undefined && last && last._id > oldest && pages < MOST_PAGES) return readFrom(all, pages + 1, tries);
    const needed = all.filter(({ _id }, index) => index < least || oldest === undefined || _id >= oldest);
    return { rows: needed, hasOlder: !isLast || needed.length < all.length };
  };
  return readFrom([], 1, 1);
};

/**
 * What is shown once it was read again: the rows, and what was added while they were read.
 * @param before ids that were shown when the reading began
 * @returns oldest first
 */
export const shownAfter = <R extends Row>(known: readonly R[], rows: readonly R[], before: ReadonlySet<string>): R[] => {
  const read = new Set(rows.map(({ _id }) => _id));
  return [...rows, ...known.filter(({ _id }) => !read.has(_id) && !before.has(_id))].toSorted((a, b) => (a._id < b._id ? -1 : 1));
};
