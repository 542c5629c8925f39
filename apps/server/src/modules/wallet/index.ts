export { bindWallet } from './wallet.routes.ts';
