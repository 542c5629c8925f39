import { join } from 'node:path';
import { createCcbillDouble } from './ccbill/ccbill-double.ts';
import { CCBILL_SUBACCOUNTS, DATALINK_USERS } from './ccbill/ccbill-options.ts';
import { instructions } from './instructions.ts';
import { createVerotelDouble } from './verotel/verotel-double.ts';

// `npm run gateways:double` starts doubles of CCBill and Verotel beside a site, and prints the keys to enter in its settings: docs/gateway-doubles.md.

const WORK_MS = 2000;

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
  snapshotFile: join(folder, 'ccbill.json'),
});
const verotel = createVerotelDouble({
  callbackUrl: `${origin}/api/gateways/verotel/callback`,
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
console.log(instructions({ ccbill, verotel, dataLinkUsers: DATALINK_USERS }));

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

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    clearInterval(timer);
    void Promise.all([ccbill.close(), verotel.close()]).then(() => process.exit(0));
  });
