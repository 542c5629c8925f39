import { useState } from 'react';

/** Pages by cursor, from the first one on. @param filterKey other filters begin at the first page */
export const useCursorPages = (filterKey: string) => {
  // Cursors of the pages visited so far: the last entry of the page before.
  const [trail, setTrail] = useState<{ for: string; after: readonly string[] }>({ for: '', after: [] });
  const after = trail.for === filterKey ? trail.after : [];
  return {
    /** Undefined on the first page. */
    after: after.at(-1),
    back: () => setTrail({ for: filterKey, after: after.slice(0, -1) }),
    forward: (cursor: string) => setTrail({ for: filterKey, after: [...after, cursor] }),
  };
};
