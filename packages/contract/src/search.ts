import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { text } from './shapes.ts';

export const search = endpoints({
  'GET /search/total': {
    summary:
      'How many there are of each kind with these words, as far as the caller may know; of feeds, the newest thousand are looked at.',
    who: 'public',
    query: z.object({ q: text(60) }),
    output: z.object({ performers: z.number().int(), feeds: z.number().int() }),
  },
});
