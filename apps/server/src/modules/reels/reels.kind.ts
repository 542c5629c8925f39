import type { OwnReel, ReelView } from '@stagedoor/contract/reels';
import type { ItemKindModule } from '../items/index.ts';

/** A short film, taller than wide, for everybody. Its shape is checked when it is brought (`createReel`). */
export const reelKind: ItemKindModule<never, never, ReelView, OwnReel> = {
  kind: 'reel',
  table: 'reels',
  files: { content: ['reel'], thumbnail: [], teaser: [] },
  stateError: 'ITEM_STATE',
  mediaType: 'video',
  problemOf: (_, files) => (files.length === 1 && files[0]!.kind === 'video' ? null : 'VIDEO_MISSING'),
  view: (_, common, { content, views }) => ({ ...common, kind: 'reel', tags: content.tags, views }),
  own: (_, common, { tags, views, film }) => ({ ...common, kind: 'reel', tags: [...tags], views, film }),
};
