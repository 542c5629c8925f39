import type { MessageFile } from '@stagedoor/contract/conversations';
import { sql } from 'kysely';
import type { Variant } from '../../platform/media/variants.ts';
import type { Platform } from '../../platform/platform.ts';
import { pictureOf, videoOf } from '../files/index.ts';

/** A file of a message with what is shown of it. */
export interface MessageFileRow {
  id: string;
  kind: MessageFile['kind'];
  state: 'processing' | 'ready' | 'failed';
  variants: Variant[];
  thumbhash: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  name: string;
  bytes: number;
  original_key: string;
}

/** As JSON, over `files f`. */
export const messageFileColumns = sql`jsonb_build_object('id', f.id, 'kind', f.kind, 'state', f.state, 'variants', f.variants,
  'thumbhash', f.thumbhash, 'width', f.width, 'height', f.height, 'duration_ms', f.duration_ms, 'name', f.name, 'bytes', f.bytes,
  'original_key', f.original_key)`;

/** A file as the members of the conversation see it; none for a picture without renditions. */
export const messageFileOf = (platform: Pick<Platform, 'storage'>, row: MessageFileRow): MessageFile[] => {
  const { id: _id, kind } = row;
  const { storage } = platform;
  switch (kind) {
    case 'image': {
      const picture = pictureOf(platform, row.variants, row.thumbhash);
      return picture ? [{ kind, _id, picture }] : [];
    }
    case 'video': {
      const video = row.state === 'ready' ? videoOf(platform, { ...row, durationMs: row.duration_ms }) : null;
      return [{ kind, _id, state: row.state, video }];
    }
    case 'audio': {
      const audio = row.variants.find(({ name }) => name === 'audio');
      return audio
        ? [{ kind, _id, url: storage.signedUrl(audio.key), seconds: (row.duration_ms ?? 0) / 1000, peaks: audio.peaks ?? [] }]
        : [];
    }
    case 'document':
      return [{ kind, _id, url: storage.signedUrl(row.original_key, 'application/pdf'), name: row.name, bytes: row.bytes }];
  }
};
