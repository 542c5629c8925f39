export { createInitialPackages } from './initial-packages.ts';
export { bindWallet } from './wallet.routes.ts';
