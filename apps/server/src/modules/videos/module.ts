import { defineModule } from '../../platform/module.ts';
import { registerItemKind } from '../items/index.ts';
import { registerVideoData } from './personal-data.ts';
import { rankVideos } from './ranking.queries.ts';
import { videoKind } from './videos.kind.ts';
import { bindVideos } from './videos.routes.ts';

export const videos = defineModule({
  name: 'videos',
  tables: ['videos', 'video_ranks'],
  itemKinds: () => registerItemKind(videoKind),
  endpoints: ({ bind, platform }) => bindVideos(bind, platform),
  personalData: ({ platform }) => registerVideoData(platform),
  jobs: ({ platform }) => platform.jobs.schedule('videos:rank', '*/10 * * * *', () => rankVideos(platform)),
});
