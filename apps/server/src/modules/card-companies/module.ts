import type { GatewaySettings } from '../../gateways/gateway-settings.ts';
import type { Gateways } from '../../gateways/registry.ts';
import { defineModule } from '../../platform/module.ts';
import { alertDisputes } from './alert-disputes.ts';
import { bindCardCompanies } from './card-companies.routes.ts';

export const cardCompanies = defineModule<{ gateways: Gateways; gatewaySettings: GatewaySettings }>({
  name: 'card-companies',
  tables: ['gateway_dispute_alerts'],
  jobs: ({ platform }) => platform.jobs.schedule('cardCompanies:alertDisputes', '17 * * * *', () => alertDisputes(platform)),
  endpoints: ({ bind, platform, gateways, gatewaySettings }) => bindCardCompanies(bind, platform, gateways, gatewaySettings),
});
