import { join } from 'node:path';
import { createCcbillDouble } from './ccbill/ccbill-double.ts';
import { CCBILL_SUBACCOUNTS, DATALINK_USERS } from './ccbill/ccbill-options.ts';
import { instructions, shortInstructions } from './instructions.ts';
import { createVerotelDouble } from './verotel/verotel-double.ts';

// `npm run gateways:double` starts doubles of CCBill and Verotel beside a site, and prints the keys to enter in its settings: docs/gateway-doubles.md.

const WORK_MS = 2000;

/** Milliseconds that the site's clock is ahead of the real one. */
let aheadMs = 0;
const now = (): Date => new Date(Date.now() + aheadMs);

const port = Number(process.env['GATEWAY_DOUBLE_PORT'] ?? 4801);
const origin = (process.env['GATEWAY_DOUBLE_SITE'] ?? process.env['PUBLIC_URL'] ?? 'http://localhost:8080').replace(/\/$/, '');
const folder = join(process.env['DATA_DIR'] ?? 'data', 'gateway-doubles');
const returnUrl = process.env['GATEWAY_DOUBLE_RETURN'] ?? `${origin}/`;

if (!Number.isInteger(port) || port < 0 || port > 65_534 || !URL.canParse(origin) || !URL.canParse(returnUrl)) {
  console.error(
    'GATEWAY_DOUBLE_PORT must be a port, GATEWAY_DOUBLE_SITE and GATEWAY_DOUBLE_RETURN addresses such as http://localhost:8080.',
  );
  process.exit(2);
}

const subaccounts = CCBILL_SUBACCOUNTS.map((subaccount) => ({
  ...subaccount,
  forms: subaccount.forms.map(({ id }) => ({ id, approvalUrl: returnUrl, denialUrl: returnUrl })),
}));
const ccbill = createCcbillDouble({
  callbackUrl: `${origin}/api/gateways/ccbill/callback`,
  subaccounts,
  now,
  snapshotFile: join(folder, 'ccbill.json'),
});
const verotel = createVerotelDouble({
  callbackUrl: `${origin}/api/gateways/verotel/callback`,
  now,
  snapshotFile: join(folder, 'verotel.json'),
});

try {
  await ccbill.listen(port);
  // Port 0 means any free port, for each of them.
  await verotel.listen(port === 0 ? 0 : port + 1);
} catch (error) {
  console.error(`The doubles can’t listen at the ports ${port} and ${port + 1}: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}
const isBesideDemo = process.send !== undefined;
console.log(isBesideDemo ? shortInstructions({ ccbill, verotel }) : instructions({ ccbill, verotel, dataLinkUsers: DATALINK_USERS }));

let isWorking = false;
const work = async (): Promise<void> => {
  if (isWorking) return;
  isWorking = true;
  try {
    await Promise.all([ccbill.work(), verotel.work()]);
  } catch (error) {
    console.error(error);
  } finally {
    isWorking = false;
  }
};
const timer = setInterval(() => void work(), WORK_MS);

const end = (): void => {
  clearInterval(timer);
  void Promise.all([ccbill.close(), verotel.close()]).then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
if (isBesideDemo) {
  // The launcher forwards the site's clock; without a launcher there is no site either.
  process.on('message', (message: { aheadMs?: unknown }) => {
    if (typeof message.aheadMs !== 'number') return;
    aheadMs = message.aheadMs;
    void work();
  });
  process.once('disconnect', end);
}
