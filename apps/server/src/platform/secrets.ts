import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const key = z.string().min(32);
const shape = z.object({
  /** Signs the addresses of files. */
  addresses: key,
  /** Signs the sandbox gateway's callbacks. */
  sandbox: key,
  /** What the site's processes show the live process when they command it. */
  live: key,
  /** Seals what must not be read in the database: second factors, payout details. */
  sealing: key,
});
export type Secrets = z.output<typeof shape>;

/** The keys this site signs with: each made once, kept in DATA_DIR with mode 600. A version that needs one more adds it. */
export const readSecrets = async (dataDirectory: string): Promise<Secrets> => {
  const path = join(dataDirectory, 'secrets.json');
  const known = await readFile(path, 'utf8').then(
    (text) => shape.partial().safeParse(JSON.parse(text)).data ?? {},
    () => ({}),
  );
  const complete = shape.safeParse(known);
  if (complete.success) return complete.data;
  const made = () => randomBytes(32).toString('base64url');
  const secrets: Secrets = { addresses: made(), sandbox: made(), live: made(), sealing: made(), ...known };
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  return secrets;
};
