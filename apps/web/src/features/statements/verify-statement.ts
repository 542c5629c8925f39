import { type Statement, StatementError, type StatementProblem, recompute } from '@stagedoor/contract/statements.values';

/** `isSealed`: whether its seal is in this site's chain; null where that couldn't be asked, or there is none. */
export type Outcome = { statement: Statement; isSealed: boolean | null } | { problem: StatementProblem | 'unsupported' | 'otherSeal' };

/** The hash of a link of the ledger's chain: null where there is none, undefined where it couldn't be asked. */
export type ReadSeal = (position: number) => Promise<string | null | undefined>;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
};

const canonical = (base64: string): string => btoa(atob(base64));

/** The site's key for Web Crypto; undefined where the browser has no Ed25519. */
const importKey = async (publicKey: string): Promise<CryptoKey | undefined> => {
  try {
    return await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
};

/**
 * Computes a statement again and checks its signature, in this browser alone; then compares the seal that it names with the ledger's.
 * @param siteKey the public key of this site
 */
export const verifyStatement = async (content: ArrayBuffer, siteKey: string, readSeal: ReadSeal): Promise<Outcome> => {
  let file: string;
  try {
    // Bytes that are no UTF-8 would be read as others.
    file = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return { problem: 'notJson' };
  }
  try {
    const { statement, publicKey, signature, text } = recompute(file, canonical);
    if (publicKey !== siteKey) return { problem: 'otherKey' };
    const key = await importKey(siteKey);
    if (!key) return { problem: 'unsupported' };
    const isSigned = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text));
    if (!isSigned) return { problem: 'badSignature' };
    if (!statement.seal) return { statement, isSealed: null };
    const hash = await readSeal(statement.seal.position);
    if (hash === undefined) return { statement, isSealed: null };
    return hash === statement.seal.hash ? { statement, isSealed: true } : { problem: 'otherSeal' };
  } catch (error) {
    if (error instanceof StatementError) return { problem: error.problem };
    throw error;
  }
};
