import { defineModule } from '../../platform/module.ts';
import { bindGifts } from './gifts.routes.ts';
import { registerGiftData } from './personal-data.ts';

export const gifts = defineModule({
  name: 'gifts',
  tables: ['gifts', 'emojis'],
  endpoints: ({ bind, platform }) => bindGifts(bind, platform),
  personalData: ({ platform }) => registerGiftData(platform),
});
