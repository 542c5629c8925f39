import type { OwnItem } from '@stagedoor/contract/items';
import { type Audience, KIND_TRAITS, type PeopleShown, type SoldKind } from '@stagedoor/contract/items.values';
import { useState } from 'react';
import { useSiteTime } from '../../../app/site-time.ts';

/** The fields that every kind of item has, while it is edited. */
interface Fields {
  title: string;
  audience: Audience;
  /** As typed. */
  price: string;
  categoryIds: readonly string[];
  peopleShown: PeopleShown | null;
  participantIds: readonly string[];
  producedOn: string;
  scheduledAt: string | null;
  expiresAt: string | null;
}

const emptyFields: Fields = {
  title: '',
  audience: 'everyone',
  price: '',
  categoryIds: [],
  peopleShown: null,
  participantIds: [],
  producedOn: '',
  scheduledAt: null,
  expiresAt: null,
};

const fieldsOf = (own: OwnItem): Fields => ({
  title: own.title,
  audience: own.audience,
  price: own.price ? own.price.toFixed(2) : '',
  categoryIds: own.categoryIds,
  peopleShown: own.peopleShown,
  participantIds: own.participantIds,
  producedOn: own.producedOn ?? '',
  scheduledAt: own.scheduledAt,
  expiresAt: own.expiresAt,
});

/** An item being created or edited: its common fields, and what is saved of them. */
export const useItemDraft = (kind: SoldKind, own: OwnItem | undefined) => {
  const now = useSiteTime(60_000);
  const [initial] = useState(() => (own ? fieldsOf(own) : emptyFields));
  const [fields, setFields] = useState(initial);
  const isDraft = !own || own.state === 'draft' || own.state === 'scheduled';
  const isWaiting = own?.state === 'review' || own?.state === 'processing';
  const isPriced = fields.audience === 'buyers';
  return {
    kind,
    /** As it is saved; undefined before. */
    own,
    fields,
    change: (part: Partial<Fields>) => setFields((known) => ({ ...known, ...part })),
    /** Not published yet. */
    isDraft,
    /** Published, but not shown yet: it may have a time. */
    isWaiting,
    isLater: isDraft && fields.scheduledAt !== null && new Date(fields.scheduledAt).getTime() > now,
    isPriced,
    /** The fields as they are saved. */
    initial,
    /** The setting with the commission on its sale. */
    commission: KIND_TRAITS[kind].sale.commission,
    /** The fields as they are sent. */
    body: {
      title: fields.title,
      audience: fields.audience,
      price: isPriced && fields.price !== '' ? fields.price : null,
      categoryIds: [...(fields.categoryIds ?? [])],
      peopleShown: fields.peopleShown,
      // Nobody is named of an item that says they aren't in it.
      participantIds: fields.peopleShown === 'self' || fields.peopleShown === 'nobody' ? [] : [...fields.participantIds],
      producedOn: fields.producedOn || null,
      scheduledAt: isDraft || isWaiting ? fields.scheduledAt : null,
      expiresAt: fields.expiresAt,
    },
  };
};

export type ItemDraft = ReturnType<typeof useItemDraft>;
