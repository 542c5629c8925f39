import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const shape = z.object({ addresses: z.string().min(32), sandbox: z.string().min(32) });
export type Secrets = z.output<typeof shape>;

/** The keys this site signs with: made once, kept in DATA_DIR with mode 600. */
export const readSecrets = async (dataDirectory: string): Promise<Secrets> => {
  const path = join(dataDirectory, 'secrets.json');
  const known = await readFile(path, 'utf8').then(
    (text) => shape.safeParse(JSON.parse(text)),
    () => undefined,
  );
  if (known?.success) return known.data;
  const secrets: Secrets = { addresses: randomBytes(32).toString('base64url'), sandbox: randomBytes(32).toString('base64url') };
  await mkdir(dataDirectory, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  return secrets;
};
