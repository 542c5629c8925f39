import type { ErrorCode } from '@stagedoor/contract/errors';
import type { ItemView, OwnItem } from '@stagedoor/contract/items';
import { ITEM_KINDS, type Audience, type ItemKind, type MediaType, type PeopleShown } from '@stagedoor/contract/items.values';
import type { VideoFile } from '@stagedoor/contract/shapes';
import type { Caller } from '../../platform/caller.ts';
import type { Executor, Trx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FilePurpose } from '../files/index.ts';
import type { ItemContentRow } from './item-contents.ts';

/** What is written of an item, whatever its kind. */
export interface ItemDraft {
  title: string;
  text: string;
  /** Words it is found by, lower case. */
  tags: readonly string[];
  categoryIds: readonly string[];
  audience: Audience;
  /** Hundredths of a token; null when it can't be bought by itself. */
  price: bigint | null;
  /** In their order. */
  fileIds: readonly string[];
  thumbnailId: string | null;
  teaserId: string | null;
  /** Whether a public teaser is cut from the video; an uploaded teaser takes precedence. */
  teaserCut: boolean;
  /** The people who can be seen or heard in it; null while it isn't said. */
  peopleShown: PeopleShown | null;
  /** Who is seen in it besides the performer. */
  participantIds: readonly string[];
  /** When it was made, `YYYY-MM-DD`; null for the day it is published. */
  producedOn: string | null;
  /** Instants: when it is published, if not immediately, and when it is withdrawn. */
  scheduledAt: string | null;
  expiresAt: string | null;
}

export const EMPTY_DRAFT: ItemDraft = {
  title: '',
  text: '',
  tags: [],
  categoryIds: [],
  audience: 'everyone',
  price: null,
  fileIds: [],
  thumbnailId: null,
  teaserId: null,
  teaserCut: false,
  peopleShown: null,
  participantIds: [],
  producedOn: null,
  scheduledAt: null,
  expiresAt: null,
};

/**
 * One kind of item: what it has that no other kind has. Registered by its module; everything else about publishing, showing and selling
 * an item is the same for all kinds.
 *
 * `Shared` is what its own tables add to contents, the same for every viewer, and kept with them; `Personal` what they add for one viewer.
 */
export interface ItemKindModule<Shared = unknown, Personal = unknown, View = unknown, Own = unknown> {
  kind: ItemKind;
  /** Table with what it alone has, by the item's id; its rows are exported with the items'. */
  table?: string;
  /** Purposes of the files it may be made of, by role. */
  files: Readonly<Record<'content' | 'thumbnail' | 'teaser', readonly FilePurpose[]>>;
  /** Refusal of an item in a state that forbids what is asked. */
  stateError: ErrorCode;
  /** The first rule that a draft breaks, besides its price; null when none. @param isDraft it may lack what publishing requires */
  problemOf(draft: ItemDraft, files: readonly { kind: string; state: string }[], isDraft: boolean): ErrorCode | null;
  /** What it is made of; by its files unless said. */
  mediaType?: MediaType;
  loadShared?(executor: Executor, itemIds: readonly string[]): Promise<ReadonlyMap<string, Shared>>;
  loadPersonal?(platform: Platform, caller: Caller, contents: readonly ItemContentRow[]): Promise<ReadonlyMap<string, Personal>>;
  /** Adds what is its own to the common view. @param open whether the viewer may see all of it */
  view(
    platform: Platform,
    common: ItemView,
    extra: { content: ItemContentRow; shared: Shared | undefined; personal: Personal | undefined; open: boolean; views: number },
  ): View;
  /** As `view`, for the performer who manages it. */
  own(
    platform: Platform,
    common: OwnItem,
    extra: {
      text: string;
      tags: readonly string[];
      mediaType: MediaType;
      shared: Shared | undefined;
      personal: Personal | undefined;
      views: number;
      /** Its film as the performer watches it, once it is ready. */
      film: VideoFile | null;
    },
  ): Own;
  /** Words it shows besides its title, text and tags, for whoever reviews it. */
  furtherWords?(executor: Executor, itemId: string): Promise<string[]>;
  /** After it became visible, in the same transaction. */
  onActivated?(trx: Trx, item: { id: string; performerId: string }, at: Date): Promise<void>;
}

const kinds = new Map<string, ItemKindModule>();

/** Registers a kind; doing so again with the same module changes nothing. */
export const registerItemKind = (module: ItemKindModule): void => {
  const known = kinds.get(module.kind);
  if (known && known !== module) throw new Error(`The item kind ${module.kind} is registered twice.`);
  kinds.set(module.kind, module);
};

/** @throws Error for a kind that no module registered */
export const itemKind = (kind: string): ItemKindModule => {
  const module = kinds.get(kind);
  if (!module) throw new Error(`No module registered the item kind ${kind}.`);
  return module;
};

/** Kinds that have contents to show: those whose modules are here. */
export const registeredKinds = (): ItemKind[] => ITEM_KINDS.filter((kind) => kinds.has(kind));
