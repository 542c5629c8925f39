/** Filter of the home feed; empty for all posts. */
export interface HomeFilter {
  type?: 'photo' | 'video';
  polls?: true;
  from?: 'subscriptions' | 'following';
}

const FROM = ['subscriptions', 'following'] as const;
const TYPES = ['photo', 'video'] as const;

/** Parses an address: `?from=subscriptions&type=photo`, or `type=poll`. Unknown values are ignored. */
export const homeFilterIn = (search: URLSearchParams): HomeFilter => {
  const from = FROM.find((one) => one === search.get('from'));
  const type = TYPES.find((one) => one === search.get('type'));
  return { ...(from ? { from } : {}), ...(type ? { type } : {}), ...(search.get('type') === 'poll' ? { polls: true as const } : {}) };
};

/** The address of a filter, within its tab. */
export const homeAddress = ({ from, type, polls }: HomeFilter, tab?: 'discover'): string => {
  const kind = polls ? 'poll' : type;
  const search = new URLSearchParams({ ...(tab ? { tab } : {}), ...(from ? { from } : {}), ...(kind ? { type: kind } : {}) }).toString();
  return search ? `/?${search}` : '/';
};
