import type { CastAudience, CastComment, CastPost } from './types.ts';

export const minutes = (count: number): number => count;
export const hours = (count: number): number => Math.round(count * 60);
export const days = (count: number): number => Math.round(count * 1440);

export const said = (by: string, after: number, text: string): CastComment => ({ by, after, text });

type Rest = Partial<Pick<CastPost, 'title' | 'pictures' | 'film' | 'pinned' | 'comments' | 'staysMinutes'>>;

const post = (audience: CastAudience, minutesAgo: number, text: string, rest: Rest = {}, price?: bigint): CastPost => ({
  audience,
  minutesAgo,
  text,
  pictures: [],
  ...rest,
  ...(price === undefined ? {} : { price }),
});

export const forAll = (minutesAgo: number, text: string, rest?: Rest): CastPost => post('everyone', minutesAgo, text, rest);
export const forFollowers = (minutesAgo: number, text: string, rest?: Rest): CastPost => post('followers', minutesAgo, text, rest);
export const forSubscribers = (minutesAgo: number, text: string, rest?: Rest): CastPost => post('subscribers', minutesAgo, text, rest);
export const forSale = (price: bigint, minutesAgo: number, text: string, rest?: Rest): CastPost =>
  post('buyers', minutesAgo, text, rest, price);
