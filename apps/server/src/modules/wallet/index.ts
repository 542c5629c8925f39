export { createInitialPackages } from './initial-packages.ts';
export { bindWallet } from './wallet.routes.ts';
export { registerWalletData } from './personal-data.queries.ts';
