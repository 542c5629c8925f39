import { type Statement, StatementError, fileOf, recompute, textOf } from '@stagedoor/contract/statements.values';
import { type Signer, canonicalBase64, isSignedBy, readText, sha256Of } from '../../platform/signed-file.ts';

// Signing and verifying statements, without the database: `npm run statement:verify` needs this file and what it imports alone.

/** The signed file of a statement. */
export const writeStatementFile = (statement: Statement, signer: Signer): string =>
  fileOf(statement, signer.publicKey, signer.sign(textOf(statement)));

/** A statement that follows from its lines and is signed by its key. */
export interface Verified {
  statement: Statement;
  publicKey: string;
  sha256: string;
}

/**
 * Computes a statement again from its lines and compares the file to the byte, then checks the signature.
 *
 * @param expectedKey the site's public key, when it is known from elsewhere: the one in the file is only as good as the file
 * @throws StatementError with a sentence for people
 */
export const verifyStatementFile = (content: Buffer, expectedKey?: string): Verified => {
  const file = readText(content);
  if (file === undefined) throw new StatementError('notJson', 'This is not a statement: it is no text.');
  const { statement, publicKey, signature, text } = recompute(file, canonicalBase64);
  if (expectedKey !== undefined && expectedKey !== publicKey)
    throw new StatementError('otherKey', 'It is signed with another key than the given one.');
  if (!isSignedBy(publicKey, signature, text))
    throw new StatementError('badSignature', 'The signature doesn’t match: the file was changed.');
  return { statement, publicKey, sha256: sha256Of(file) };
};
