import type { ItemView } from '@stagedoor/contract/items';
import { type ItemKind, KIND_TRAITS } from '@stagedoor/contract/items.values';
import type { LibraryRow } from '@stagedoor/contract/library';
import type { Picture, VideoFile } from '@stagedoor/contract/shapes';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Platform } from '../../platform/platform.ts';
import { messagesSelling } from '../conversations/index.ts';
import { getItems } from '../items/index.ts';
import { type ShowRecording, recordingsById } from '../streams/index.ts';

/** Something that is on a shelf. */
export interface KeptRow {
  id: string;
  kind: ItemKind;
  at: Date;
}

/** The fields of the views of all kinds that a row is made of. */
type KeptView = ItemView & {
  kind: ItemKind;
  text?: string;
  description?: string;
  resumeAt?: number | null;
  /** A product has one that everybody sees. */
  picture?: Picture | null;
  /** A message has these. */
  files?: readonly { picture?: Picture; video?: VideoFile | null }[];
};

/** Longer texts are cut: the row stands for the item. */
const TITLE_LENGTH = 120;

const pictureOfView = ({ photos, video, picture, files, preview, access }: KeptView): Picture | null => {
  const [first] = files ?? [];
  const [photo] = photos;
  if (photo) {
    const { _id, alt: _alt, ...shown } = photo;
    return shown;
  }
  return video?.poster ?? picture ?? first?.picture ?? first?.video?.poster ?? (access.allowed ? null : preview);
};

const beginningOf = (text: string): string => {
  const points = Array.from(text.trim());
  return points.length > TITLE_LENGTH ? `${points.slice(0, TITLE_LENGTH).join('')}…` : points.join('');
};

const rowOfItem = (view: KeptView, at: Date, link: string, words = ''): LibraryRow => ({
  _id: view._id,
  kind: view.kind,
  title: beginningOf(view.title || words || (view.text ?? '')),
  performer: view.performer,
  picture: pictureOfView(view),
  isLocked: !view.access.allowed,
  photos: view.counts.photos,
  videoSeconds: view.counts.videoSeconds,
  resumeAt: view.resumeAt ?? null,
  link,
  at: at.toISOString(),
});

const rowOfShow = (show: ShowRecording, { id, kind, at }: KeptRow): LibraryRow => ({
  _id: id,
  kind,
  title: show.title,
  performer: show.performer,
  picture: show.picture,
  isLocked: false,
  photos: 0,
  videoSeconds: show.seconds,
  resumeAt: null,
  link: `/live/${show.type}/${id}`,
  at: at.toISOString(),
});

/** The rows of a shelf as its account sees them, without those that vanished meanwhile. */
export const rowsOf = async (platform: Platform, call: Caller<AccountViewer>, rows: readonly KeptRow[]): Promise<LibraryRow[]> => {
  const [views, messages, shows] = await Promise.all([
    getItems<KeptView>(
      platform,
      call,
      rows.filter(({ kind }) => kind !== 'stream'),
    ),
    messagesSelling(
      platform.database,
      call.viewer.accountId,
      rows.flatMap(({ id, kind }) => (KIND_TRAITS[kind].isAddressed ? [id] : [])),
    ),
    recordingsById(
      platform,
      call.viewer.accountId,
      rows.flatMap(({ id, kind }) => (kind === 'stream' ? [id] : [])),
    ),
  ]);
  const byId = new Map(views.map((view) => [view._id, view]));
  return rows.flatMap((row) => {
    const show = shows.get(row.id);
    if (show) return [rowOfShow(show, row)];
    const view = byId.get(row.id);
    if (!view) return [];
    const message = messages.get(row.id);
    const { path } = KIND_TRAITS[row.kind];
    // Files of a deleted message stay with who bought them: their page is the item's.
    const link = message
      ? `/messages/${message.conversationId}?message=${message.messageId}`
      : path
        ? `/${path}/${row.id}`
        : `/${view.performer.username}`;
    return [rowOfItem(view, row.at, link, message?.text)];
  });
};
