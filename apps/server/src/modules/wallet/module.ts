import type { Gateways } from '../../gateways/registry.ts';
import { defineModule } from '../../platform/module.ts';
import { registerWalletData } from './personal-data.ts';
import { bindWallet } from './wallet.routes.ts';

export const wallet = defineModule<{ gateways: Gateways }>({
  name: 'wallet',
  tables: ['wallet_packages', 'spending_limits'],
  endpoints: ({ bind, platform, gateways }) => bindWallet(bind, platform, gateways),
  personalData: ({ platform }) => registerWalletData(platform),
});
