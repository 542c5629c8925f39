import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3 server on loopback, in this process. */
export interface ObjectStore {
  url: string;
  bucket: string;
  /** Environment variables for a server. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

export const startObjectStore = async (bucket = 'stagedoor-test'): Promise<ObjectStore> => {
  const directory = await mkdtemp(join(tmpdir(), 'stagedoor-s3-'));
  const store = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await store.run();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    bucket,
    environment: { S3_ENDPOINT: url, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    async close() {
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
