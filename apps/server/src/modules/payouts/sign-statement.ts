import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { type Statement, StatementError, fileOf, recompute, textOf } from '@stagedoor/contract/statements.values';

// Signing and verifying statements, without the database: `npm run statement:verify` needs this file and the contract's alone.

/** DER of a private key of Ed25519 (RFC 8410) up to its 32 bytes. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs statements with the key that 32 bytes make. */
export const createStatementSigner = (seed: Buffer) => {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return { publicKey, sign: (text: string): string => sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64') };
};

/** The signed file of a statement. */
export const writeStatementFile = (
  statement: Statement,
  signer: Pick<ReturnType<typeof createStatementSigner>, 'publicKey' | 'sign'>,
): string => fileOf(statement, signer.publicKey, signer.sign(textOf(statement)));

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** What was found out about a file. */
export interface Verified {
  statement: Statement;
  publicKey: string;
  sha256: string;
}

const canonical = (base64: string): string => Buffer.from(base64, 'base64').toString('base64');

/**
 * Computes a statement again from its lines and compares the file to the byte, then checks the signature.
 *
 * @param expectedKey the site's public key, when it is known from elsewhere: the one in the file is only as good as the file
 * @throws StatementError with a sentence for people
 */
export const verifyStatementFile = (content: Buffer, expectedKey?: string): Verified => {
  let file: string;
  try {
    // Bytes that are no UTF-8 would be read as others.
    file = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new StatementError('notJson', 'This is not a statement: it is no text.');
  }
  const { statement, publicKey, signature, text } = recompute(file, canonical);
  if (expectedKey !== undefined && expectedKey !== publicKey)
    throw new StatementError('otherKey', 'It is signed with another key than the given one.');
  const mismatch = () => new StatementError('badSignature', 'The signature doesn’t match: the file was changed.');
  let key;
  try {
    key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw mismatch();
  }
  if (key.asymmetricKeyType !== 'ed25519' || !verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64')))
    throw mismatch();
  return { statement, publicKey, sha256: sha256Of(file) };
};
