export { findLiveState, findLiveStates } from './live-state.queries.ts';
export { type LiveColumn, type LiveColumns, liveOf, liveStateOf, liveWhere } from './live-state.ts';
