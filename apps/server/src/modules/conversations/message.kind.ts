import type { MessageFile, MessageItem } from '@stagedoor/contract/conversations';
import type { Platform } from '../../platform/platform.ts';
import { pictureOf, purposesWith, videoOf } from '../files/index.ts';
import type { ItemKindModule, ItemMedia } from '../items/index.ts';

const fileOf = (platform: Platform, { id: _id, kind, ...media }: ItemMedia): MessageFile[] => {
  if (kind === 'video') return [{ kind, _id, state: 'ready', video: videoOf(platform, media) }];
  const picture = pictureOf(platform, media.variants, media.thumbhash);
  return picture ? [{ kind, _id, picture }] : [];
};

/** What a message sells: pictures and videos for those it was sent to. Its words are the message's and stay open. */
export const messageKind: ItemKindModule<never, never, MessageItem, unknown> = {
  kind: 'message',
  files: { content: ['message', ...purposesWith('isInLibrary')], thumbnail: [], teaser: [] },
  stateError: 'ITEM_STATE',
  problemOf(_, files) {
    if (files.length === 0) return 'ITEM_EMPTY';
    return files.every(({ kind }) => kind === 'image' || kind === 'video') ? null : 'FILE_KIND_REFUSED';
  },
  view: (platform, common, { content, open }) => ({
    ...common,
    kind: 'message',
    files: open ? content.media.flatMap((media) => fileOf(platform, media)) : [],
  }),
  own: (_, common) => common,
};
