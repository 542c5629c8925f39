import type { Broadcast, Vod } from './store.ts';
import type { Fields } from './values.ts';

/** A stream as callers see it. */
export const broadcastView = (broadcast: Broadcast): Fields => ({ ...broadcast });

/** A video as callers see it. */
export const vodView = (vod: Vod): Fields => {
  const view: Fields = { ...vod };
  delete view['file'];
  return view;
};

/** The reply to a command. */
export const result = (success: boolean, message = '', dataId: string | null = null): Fields => ({ success, message, dataId, errorId: 0 });
