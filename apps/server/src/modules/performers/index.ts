export { type AuthorRow, authorOf } from './author.view.ts';
export { type DocumentKind } from './documents.store.ts';
export { registerPerformerEvents } from './performers.events.ts';
export { findVisiblePerformerId, searchPerformers } from './performers.queries.ts';
export { bindPerformers } from './performers.routes.ts';
export { type RegisterPerformerInput, registerPerformer } from './register-performer.ts';
export { setCover } from './set-cover.ts';
export { setLiveStreams } from './set-live-streams.ts';
export { updatePerformer } from './update-performer.ts';
