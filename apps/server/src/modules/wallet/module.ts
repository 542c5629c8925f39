import type { SandboxGateway } from '../../gateways/sandbox.ts';
import { defineModule } from '../../platform/module.ts';
import { registerWalletData } from './personal-data.ts';
import { bindWallet } from './wallet.routes.ts';

export const wallet = defineModule<{ sandbox: SandboxGateway | undefined }>({
  name: 'wallet',
  tables: ['wallet_packages', 'spending_limits'],
  endpoints: ({ bind, platform, sandbox }) => bindWallet(bind, platform, sandbox),
  personalData: ({ platform }) => registerWalletData(platform),
});
