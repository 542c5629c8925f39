import { KIND_TRAITS } from '@stagedoor/contract/items.values';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { type Idempotency, type Trx, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { participantsOfItems, setItemParticipants } from '../participants/index.ts';
import { type FileRow, checkFiles, cutsTeaser, filesOfItem, refreshContents, requestCutTeaser, setItemFiles } from './item-files.ts';
import { type Publication, needsNewReview, stateAfterChange, stateAfterFiles, stateAtPublishing } from './items.rules.ts';
import { type ItemRow, insertItem, lockOwnItem, setTerms } from './items.store.ts';
import { holdItem, needsReview, publishItem, reviewChange } from './review.store.ts';
import { categoryIdsOf, setItemCategories } from './item-categories.store.ts';
import { parentAudienceOf } from './parts.store.ts';
import { EMPTY_DRAFT, type ItemDraft, type ItemKindModule } from './kinds.ts';

export type ItemChanges = { [K in keyof ItemDraft]?: ItemDraft[K] | undefined };

/** A draft of what is given; everything else is empty. */
export const newDraft = (given: ItemChanges): ItemDraft => withChanges(EMPTY_DRAFT, given);

const TITLE_LENGTH = 80;

/**
 * An item's title on orders and in lists: its title, or the beginning of its text. Empty where the text itself is sold: an unpaid order
 * would reveal it.
 */
const titleOf = ({ title, text, audience }: ItemDraft, files: readonly unknown[]): string =>
  title || (files.length > 0 || audience === 'everyone' ? text.slice(0, TITLE_LENGTH) : '');

/** @throws CodedError PRICE_REQUIRED where it is for buyers and has none; AMOUNT_OUT_OF_BOUNDS */
export const assertPrice = (
  { settings }: Pick<Platform, 'settings'>,
  { audience, price }: Pick<ItemDraft, 'audience' | 'price'>,
  mayLackPrice: boolean,
): void => {
  if (audience === 'buyers' && !price && !mayLackPrice) throw new CodedError('PRICE_REQUIRED');
  const maximum = settings.get('priceMaximum');
  if (price !== null && price > parseHundredths(maximum)!)
    throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum: 0, maximum, field: 'price' });
};

/**
 * Everyone who can be seen is known with proof of identity and a release: the performer by the application, others as participants.
 * @throws FieldsError while it isn't said who is seen
 */
const assertPeopleSaid = ({ peopleShown, participantIds }: Pick<ItemDraft, 'peopleShown' | 'participantIds'>): void => {
  if (peopleShown === null) throw new FieldsError([{ property: 'peopleShown', rule: 'required' }]);
  if (peopleShown === 'others' && participantIds.length === 0) throw new FieldsError([{ property: 'participantIds', rule: 'required' }]);
};

/**
 * @param isDraft a draft may lack what publishing requires
 * @param isPart a part of an item, whose people are those of its whole
 * @param isSoldWithParent a part of an item that is for buyers: that one has the price
 * @throws CodedError for the first rule violated; FieldsError for an item that would expire before it is published
 */
const assertPublishable = (
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  kind: ItemKindModule,
  draft: ItemDraft,
  files: readonly FileRow[],
  { isDraft, isPart, isSoldWithParent }: { isDraft: boolean; isPart: boolean; isSoldWithParent: boolean },
): void => {
  const problem = kind.problemOf(draft, files, isDraft);
  if (problem) throw new CodedError(problem);
  assertPrice({ settings }, draft, isDraft || isSoldWithParent);
  const shownAt = Math.max(clock.now().getTime(), draft.scheduledAt === null ? 0 : new Date(draft.scheduledAt).getTime());
  if (!isDraft && !isPart && files.length > 0 && settings.get('peopleShownRequired') && KIND_TRAITS[kind.kind].namesPeople)
    assertPeopleSaid(draft);
  if (!isDraft && draft.expiresAt !== null && new Date(draft.expiresAt).getTime() <= shownAt)
    throw new FieldsError([{ property: 'expiresAt', rule: 'date' }]);
};

/** @throws CodedError NOT_FOUND, PARTICIPANT_STATE; FieldsError for a day in the future */
const saveParticipants = async (
  trx: Trx,
  itemId: string,
  performerId: string,
  { participantIds, producedOn }: Pick<ItemDraft, 'participantIds' | 'producedOn'>,
  now: Date,
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  // Time zones are at most a day ahead.
  const latest = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  if (producedOn !== null && producedOn > latest) throw new FieldsError([{ property: 'producedOn', rule: 'date' }]);
  await setItemParticipants(trx, { itemId, performerId, participantIds, producedOn: producedOn ?? today });
};

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

const waitedFor = (files: readonly FileRow[], teaser: FileRow | null): FileRow[] => [...files, ...(teaser ? [teaser] : [])];

/** Tags are found in lower case. */
const tagsOf = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))];

/** What a kind writes into its own table, in the transaction of the item. */
export interface KindWriter {
  /** Before the item is written: checks and locks of what it refers to. */
  before?(trx: Trx, itemId: string | null): Promise<void>;
  /** Whether a change brings, besides words and files, what is to be reviewed; asked before anything of it is written. */
  bringsNew?(trx: Trx, itemId: string): Promise<boolean>;
  /** Once the item, its terms and its files are written. @returns what `updateItem` answers */
  after(trx: Trx, itemId: string, at: Date): Promise<void | Record<string, unknown>>;
}

/**
 * Creates an item: published immediately or when scheduled, or saved as a draft. While one of its videos is being encoded it is
 * `processing`, and it becomes active automatically.
 * @throws CodedError of the kind's rules, PRICE_REQUIRED, AMOUNT_OUT_OF_BOUNDS, FILE_NOT_YOURS, FILE_UNREADABLE, FILE_NOT_MADE, PARTICIPANT_STATE; FieldsError for unknown categories
 */
export const createItem = async (
  platform: Platform,
  kind: ItemKindModule,
  performerId: string,
  draft: ItemDraft,
  { isDraft, writer, idempotency }: { isDraft: boolean; writer: KindWriter; idempotency: Idempotency | undefined },
): Promise<{ itemId: string }> => {
  return transact(platform.database, idempotency, async (trx) => ({
    itemId: await createItemIn(trx, platform, kind, performerId, draft, { isDraft, writer }),
  }));
};

/** `createItem` within a transaction of the caller's. @returns the item's id */
export const createItemIn = async (
  trx: Trx,
  platform: Platform,
  kind: ItemKindModule,
  performerId: string,
  draft: ItemDraft,
  { isDraft, writer }: { isDraft: boolean; writer: KindWriter },
): Promise<string> => {
  const now = platform.clock.now();
  const { files, teaser } = await checkFiles(trx, kind, performerId, draft);
  assertPublishable(platform, kind, draft, files, { isDraft, isPart: false, isSoldWithParent: false });
  await writer.before?.(trx, null);
  const scheduledAt = dateOf(draft.scheduledAt);
  const state = isDraft ? 'draft' : stateAtPublishing(waitedFor(files, teaser), scheduledAt, now);
  const itemId = await insertItem(trx, {
    kind: kind.kind,
    performerId,
    title: titleOf(draft, files),
    audience: draft.audience,
    priceAmount: draft.price || null,
    state: state === 'active' ? 'processing' : state,
    scheduledAt,
    expiresAt: dateOf(draft.expiresAt),
    at: now,
  });
  const teaserCut = cutsTeaser(draft, files);
  await trx
    .insertInto('item_contents')
    .values({
      item_id: itemId,
      title: draft.title,
      text: draft.text,
      tags: tagsOf(draft.tags),
      teaser_cut: teaserCut,
      people_shown: draft.peopleShown,
    })
    .execute();
  await setItemFiles(trx, itemId, { ...draft, fileIds: files.map(({ id }) => id) }, now);
  await requestCutTeaser(platform, trx, teaserCut, files);
  await setItemCategories(trx, itemId, draft.categoryIds);
  await saveParticipants(trx, itemId, performerId, draft, now);
  await writer.after(trx, itemId, now);
  await refreshContents(trx, itemId, now, kind.mediaType);
  const made = { id: itemId, kind: kind.kind, performer_id: performerId, published_at: null, scheduled_at: scheduledAt };
  await settle(platform, trx, { ...made, state: 'processing' }, state, waitedFor(files, teaser), now);
  return itemId;
};

/**
 * Brings an item into the state that follows from its files and its time. What is to be reviewed is so before its time comes: then it keeps to it.
 * @param item its state is the one it had
 */
const settle = async (
  platform: Platform,
  trx: Trx,
  item: Pick<ItemRow, 'id' | 'kind' | 'performer_id' | 'published_at' | 'scheduled_at' | 'state'>,
  state: ReturnType<typeof stateAfterChange>,
  files: readonly FileRow[],
  at: Date,
): Promise<void> => {
  if (state === 'active') await publishItem(platform, trx, item, at);
  else if (state === 'scheduled' && (await needsReview(platform, trx, item)))
    await holdItem(trx, item, stateAfterFiles(files) === 'active' ? 'review' : 'processing', at);
};

/** What an item is now, as a draft. */
const draftOf = async (trx: Trx, item: ItemRow): Promise<ItemDraft> => {
  const contents = await trx
    .selectFrom('item_contents')
    .select(['title', 'text', 'tags', 'teaser_cut', 'people_shown'])
    .where('item_id', '=', item.id)
    .executeTakeFirstOrThrow();
  const files = await filesOfItem(trx, item.id);
  const fileOf = (role: string): string | null => files.find((file) => file.role === role)?.id ?? null;
  const seen = (await participantsOfItems(trx, [item.id])).get(item.id);
  return {
    title: contents.title,
    text: contents.text,
    tags: contents.tags,
    categoryIds: await categoryIdsOf(trx, item.id),
    audience: item.audience,
    price: item.price_amount,
    fileIds: files.filter(({ role }) => role === 'content').map(({ id }) => id),
    thumbnailId: fileOf('thumbnail'),
    teaserId: fileOf('teaser'),
    teaserCut: contents.teaser_cut,
    peopleShown: contents.people_shown,
    participantIds: seen?.participantIds ?? [],
    producedOn: seen?.producedOn ?? null,
    scheduledAt: item.scheduled_at?.toISOString() ?? null,
    expiresAt: item.expires_at?.toISOString() ?? null,
  };
};

const withChanges = (draft: ItemDraft, changes: ItemChanges): ItemDraft => ({
  ...EMPTY_DRAFT,
  ...draft,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});

/**
 * Changes an item; what isn't given stays. A new price or audience counts for those who don't have it yet.
 * @param publication what else changes; only drafts and scheduled items become drafts or are published by it
 * @throws CodedError NOT_FOUND, the kind's state error for one taken down or not to be changed so, and those of `createItem`
 */
export const updateItem = (
  platform: Platform,
  kind: ItemKindModule,
  performerId: string,
  itemId: string,
  changes: ItemChanges | ((present: ItemDraft) => ItemChanges),
  { publication: wished, writer, idempotency }: { publication: Publication; writer: KindWriter; idempotency: Idempotency | undefined },
): Promise<Record<string, unknown>> => {
  const now = platform.clock.now();
  return transact(platform.database, idempotency, async (trx) => {
    const item = await lockOwnItem(trx, kind.kind, performerId, itemId);
    if (!item) throw new CodedError('NOT_FOUND');
    if (item.state === 'taken-down') throw new CodedError(kind.stateError);
    // A part is published with its whole.
    const isPending = item.parent_id === null && (item.state === 'draft' || item.state === 'scheduled');
    const publication = wished === 'publishedOnce' ? (isPending ? 'published' : 'unchanged') : wished;
    if (publication !== 'unchanged' && !isPending) throw new CodedError(kind.stateError);
    const present = await draftOf(trx, item);
    const draft = withChanges(present, typeof changes === 'function' ? changes(present) : changes);
    const used = [...present.fileIds, present.thumbnailId, present.teaserId].filter((id) => id !== null);
    const { files, teaser } = await checkFiles(trx, kind, performerId, draft, used);
    const scheduledAt = dateOf(draft.scheduledAt);
    const state = stateAfterChange(item.state, publication, waitedFor(files, teaser), scheduledAt, now);
    assertPublishable(platform, kind, draft, files, {
      isDraft: (state ?? item.state) === 'draft',
      isPart: item.parent_id !== null,
      isSoldWithParent: (await parentAudienceOf(trx, item)) === 'buyers',
    });
    await writer.before?.(trx, itemId);
    const bringsNew = (await writer.bringsNew?.(trx, itemId)) ?? false;
    const heldBefore = (await filesOfItem(trx, itemId)).map(({ id }) => id);
    const teaserCut = cutsTeaser(draft, files);
    await trx
      .updateTable('item_contents')
      .set({ title: draft.title, text: draft.text, tags: tagsOf(draft.tags), teaser_cut: teaserCut, people_shown: draft.peopleShown })
      .where('item_id', '=', itemId)
      .execute();
    await setTerms(
      trx,
      itemId,
      {
        title: titleOf(draft, files),
        audience: draft.audience,
        priceAmount: draft.price || null,
        scheduledAt,
        expiresAt: dateOf(draft.expiresAt),
        state: state === 'active' ? 'processing' : state,
      },
      now,
    );
    await setItemFiles(trx, itemId, { ...draft, fileIds: files.map(({ id }) => id) }, now);
    await requestCutTeaser(platform, trx, teaserCut, files);
    await setItemCategories(trx, itemId, draft.categoryIds, present.categoryIds);
    await saveParticipants(trx, itemId, performerId, draft, item.published_at ?? now);
    const answer = await writer.after(trx, itemId, now);
    await refreshContents(trx, itemId, now, kind.mediaType);
    const held = (await filesOfItem(trx, itemId)).map(({ id }) => id);
    if (bringsNew || needsNewReview(item.state, { ...present, fileIds: heldBefore }, { ...draft, fileIds: held }))
      await reviewChange(platform, trx, item, stateAfterFiles(waitedFor(files, teaser)) === 'active', now);
    await settle(platform, trx, { ...item, scheduled_at: scheduledAt }, state, waitedFor(files, teaser), now);
    return answer ?? {};
  });
};
