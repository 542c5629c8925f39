export {
  MEDIA_SERVER_CONTEXT,
  type StoredMediaServers,
  createMediaServers,
  hookAddress,
  hookSecretOf,
  saveMediaServer,
} from './media-servers.ts';
export type { MediaServerEntry } from './admin-media-server.ts';
export { type HookFields, type LiveHooks, createLiveHooks } from './live-hooks.ts';
export { createLiveOrigins } from './live-origins.ts';
export { type LiveNodeRow, findMediaNode, findNodeUrl, listLiveNodes } from './live-nodes.ts';
export { type ClosingWatch, countOpenShows, createClosingWatch, endDrainedShows, endOpenShows } from './closing.ts';
export { authorizeRecording } from './recordings.ts';
export { createBridgeAuthority } from './bridge-authority.ts';
export { findKeyNode, streamKeyContext } from './stream-keys.ts';
export { createStreamAuthority } from './stream-authority.ts';
export { sweepMinutes } from './sweep-minutes.ts';
export { startSweeping, sweepShows } from './sweep-shows.ts';
export { setTipMenu } from './tip-menu.ts';
export { type ViewerCounter, createViewerCounter } from './streams.rooms.ts';
export { stopShowIn } from './live-wall.ts';
export { type ShowRecording, paidRecordingsOf, recordingsById } from './paid-recordings.queries.ts';
