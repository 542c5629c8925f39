import { defineModule } from '../../platform/module.ts';
import { registerEntitlementData } from './personal-data.ts';

export const entitlement = defineModule({
  name: 'entitlement',
  tables: ['entitlements', 'items', 'galleries', 'photos', 'videos'],
  personalData: ({ platform }) => registerEntitlementData(platform),
});
