import type { Platform } from '../../platform/platform.ts';
import { sweepViews } from './count-view.ts';
import { sweepDocuments } from './documents.store.ts';
import { countEndedSubscriptions } from './performer-counts.ts';
import { registerFigureJobs } from './performer-figures.queries.ts';

export const registerPerformerJobs = (platform: Platform): void => {
  registerFigureJobs(platform);
  platform.jobs.schedule('performers:sweepViews', '41 3 * * *', async () => void (await sweepViews(platform)));
  platform.jobs.schedule('performers:sweepDocuments', '7 4 * * *', async () => void (await sweepDocuments(platform)));
  platform.jobs.schedule('performers:countEndedSubscriptions', '53 3 * * *', () => countEndedSubscriptions(platform));
};
