/** Which posts of the home feed; nothing for all. */
export interface HomeFilter {
  type?: 'photo' | 'video';
  polls?: true;
  from?: 'subscriptions' | 'following';
}

const FROM = ['subscriptions', 'following'] as const;
const TYPES = ['photo', 'video'] as const;

/** What an address says: `?from=subscriptions&type=photo`, or `type=poll`. What is none of these is left out. */
export const homeFilterIn = (search: URLSearchParams): HomeFilter => {
  const from = FROM.find((one) => one === search.get('from'));
  const type = TYPES.find((one) => one === search.get('type'));
  return { ...(from ? { from } : {}), ...(type ? { type } : {}), ...(search.get('type') === 'poll' ? { polls: true as const } : {}) };
};

/** The address of a filter, on the tab that it belongs to. */
export const homeAddress = ({ from, type, polls }: HomeFilter, tab?: 'discover'): string => {
  const kind = polls ? 'poll' : type;
  const search = new URLSearchParams({ ...(tab ? { tab } : {}), ...(from ? { from } : {}), ...(kind ? { type: kind } : {}) }).toString();
  return search ? `/?${search}` : '/';
};
