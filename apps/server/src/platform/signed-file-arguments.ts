import { readFile } from 'node:fs/promises';

/** Reads the file and the public key that a verifying command is given. Ends the process with exit code 2 without a readable file. */
export const readSignedFile = async (usage: string): Promise<{ content: Buffer; siteKey: string | undefined }> => {
  const [path, siteKey] = process.argv.slice(2);
  if (path === undefined) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  try {
    return { content: await readFile(path), siteKey };
  } catch (error) {
    console.error(`The file can’t be read: ${(error as Error).message}`);
    process.exit(2);
  }
};
