import type { SandboxGateway } from '../../gateways/sandbox.ts';
import { defineModule } from '../../platform/module.ts';
import { registerWalletData } from './personal-data.ts';
import { type PayMinute, bindWallet } from './wallet.routes.ts';

export const wallet = defineModule<{ sandbox: SandboxGateway | undefined; payMinute: PayMinute }>({
  name: 'wallet',
  tables: ['wallet_packages', 'spending_limits'],
  endpoints: ({ bind, platform, sandbox, payMinute }) => bindWallet(bind, platform, sandbox, payMinute),
  personalData: ({ platform }) => registerWalletData(platform),
});
