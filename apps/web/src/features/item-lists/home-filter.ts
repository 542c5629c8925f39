import { KIND_TRAITS, type KindWith, kindsWith } from '@stagedoor/contract/items.values';

/** Kinds with an entry of their own in the filter; posts are told apart by what they hold. */
type FilterKind = Exclude<KindWith<'isInTimelines'>, KindWith<'isPost'>>;
const KINDS = kindsWith('isInTimelines').filter((kind): kind is FilterKind => !KIND_TRAITS[kind].isPost);

/** Filter of the home feed; empty for all posts. */
export interface HomeFilter {
  type?: 'photo' | 'video';
  polls?: true;
  /** Items of this kind only. */
  kinds?: FilterKind;
  from?: 'subscriptions' | 'following';
}

const FROM = ['subscriptions', 'following'] as const;
const TYPES = ['photo', 'video'] as const;

/** Parses an address: `?from=subscriptions&type=photo`, `type=poll`, or `type=` and a kind that no type is called like. Unknown values are ignored. */
export const homeFilterIn = (search: URLSearchParams): HomeFilter => {
  const from = FROM.find((one) => one === search.get('from'));
  const type = TYPES.find((one) => one === search.get('type'));
  // Films are found by what they hold, in posts as well as by themselves.
  const kinds = type ? undefined : KINDS.find((one) => one === search.get('type'));
  return {
    ...(from ? { from } : {}),
    ...(type ? { type } : {}),
    ...(search.get('type') === 'poll' ? { polls: true as const } : {}),
    ...(kinds ? { kinds } : {}),
  };
};

/** The address of a filter, within its tab. */
export const homeAddress = ({ from, type, polls, kinds }: HomeFilter, tab?: 'discover'): string => {
  const kind = polls ? 'poll' : (kinds ?? type);
  const search = new URLSearchParams({ ...(tab ? { tab } : {}), ...(from ? { from } : {}), ...(kind ? { type: kind } : {}) }).toString();
  return search ? `/?${search}` : '/';
};
