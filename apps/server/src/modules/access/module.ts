import { defineModule } from '../../platform/module.ts';
import { registerAccessData } from './personal-data.ts';

export const access = defineModule({
  name: 'access',
  tables: ['entitlements'],
  personalData: ({ platform }) => registerAccessData(platform),
});
