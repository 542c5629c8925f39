/** Filter of the home feed; empty for all posts. */
export interface HomeFilter {
  type?: 'photo' | 'video';
  polls?: true;
  /** Items of this kind only. */
  kinds?: 'gallery';
  from?: 'subscriptions' | 'following';
}

const FROM = ['subscriptions', 'following'] as const;
const TYPES = ['photo', 'video'] as const;

/** Parses an address: `?from=subscriptions&type=photo`, `type=poll`, or `type=gallery`. Unknown values are ignored. */
export const homeFilterIn = (search: URLSearchParams): HomeFilter => {
  const from = FROM.find((one) => one === search.get('from'));
  const type = TYPES.find((one) => one === search.get('type'));
  const isOf = (name: string) => search.get('type') === name;
  return {
    ...(from ? { from } : {}),
    ...(type ? { type } : {}),
    ...(isOf('poll') ? { polls: true as const } : {}),
    ...(isOf('gallery') ? { kinds: 'gallery' as const } : {}),
  };
};

/** The address of a filter, within its tab. */
export const homeAddress = ({ from, type, polls, kinds }: HomeFilter, tab?: 'discover'): string => {
  const kind = polls ? 'poll' : (kinds ?? type);
  const search = new URLSearchParams({ ...(tab ? { tab } : {}), ...(from ? { from } : {}), ...(kind ? { type: kind } : {}) }).toString();
  return search ? `/?${search}` : '/';
};
