import { readFile } from 'node:fs/promises';
import { messageOf } from './thrown.ts';

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
    console.error(`The file can’t be read: ${messageOf(error)}`);
    process.exit(2);
  }
};

interface SignedBy {
  publicKey: string;
  /** The site's key was given, and is the file's. */
  isSignerKnown: boolean;
  /** The site that the file names. */
  site: string;
}

/**
 * Prints who signed a well-formed file and whether it is right. The key in a file is only as good as the file: without the site's own key, the
 * process ends with exit code 3.
 */
export const printSigner = ({ publicKey, isSignerKnown, site }: SignedBy, right: string): void => {
  console.log(`signed by   ${publicKey}`);
  if (isSignerKnown) {
    console.log(right);
    return;
  }
  console.log(`Well-formed, signer unknown: compare the key with ${site}/api/payout-statements/key, or give that key after the file.`);
  process.exitCode = 3;
};
