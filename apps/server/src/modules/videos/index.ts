export { rankVideos } from './ranking.queries.ts';
export { createVideo } from './save-video.ts';
export { begunVideosOf } from './videos.kind.ts';
