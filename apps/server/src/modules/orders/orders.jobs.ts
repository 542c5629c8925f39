import type { Platform } from '../../platform/platform.ts';
import { deliverUnconfirmed } from './update-delivery.ts';

export const registerOrderJobs = (platform: Platform): void =>
  platform.jobs.schedule('orders:deliverUnconfirmed', '13 * * * *', async () => void (await deliverUnconfirmed(platform)));
