import { defineModule } from '../../platform/module.ts';
import { bindParticipants } from './participants.routes.ts';
import { registerParticipantData, sweepParticipants } from './personal-data.ts';

export const participants = defineModule({
  name: 'participants',
  tables: ['participants', 'item_participants'],
  endpoints: ({ bind, platform }) => bindParticipants(bind, platform),
  personalData: ({ platform }) => registerParticipantData(platform),
  jobs: ({ platform }) => platform.jobs.schedule('participants:sweep', '11 4 * * *', async () => void (await sweepParticipants(platform))),
});
