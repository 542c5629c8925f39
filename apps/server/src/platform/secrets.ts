import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const key = z.string().min(32);
const schema = z.object({
  /** Signs the URLs of files. */
  addresses: key,
  /** Signs the sandbox gateway's callbacks. */
  sandbox: key,
  /** Authenticates control requests to the live process. */
  live: key,
  /** Encrypts values that must not be readable in the database: second factors, payout details. */
  sealing: key,
});
export type Secrets = z.output<typeof schema>;

/** The site's secret keys: each generated once, stored in DATA_DIR with mode 600. Keys missing in an older file are added. */
export const readSecrets = async (dataDirectory: string): Promise<Secrets> => {
  const path = join(dataDirectory, 'secrets.json');
  const known = await readFile(path, 'utf8').then(
    (text) => schema.partial().safeParse(JSON.parse(text)).data ?? {},
    () => ({}),
  );
  const complete = schema.safeParse(known);
  if (complete.success) return complete.data;
  const generate = () => randomBytes(32).toString('base64url');
  const secrets: Secrets = { addresses: generate(), sandbox: generate(), live: generate(), sealing: generate(), ...known };
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  return secrets;
};
