import { printSigner, readSignedFile } from '../../platform/signed-file-arguments.ts';
import { verifyStatementFile } from './sign-statement.ts';
import { messageOf } from '../../platform/thrown.ts';

// Verifies the statement of a payout or a month without a database or a network: `npm run statement:verify -- FILE [PUBLIC_KEY]`, or without the
// project by the one file that sites offer: `node verify-statement.mjs FILE [PUBLIC_KEY]`.
// Exit code 0 when every figure follows from the lines and the file is signed by the given key, 1 when not, 2 without a readable file, 3 when only the
// key is missing.
const { content, siteKey } = await readSignedFile('node verify-statement.mjs FILE [PUBLIC_KEY]');
try {
  const { statement, publicKey, sha256 } = verifyStatementFile(content, siteKey);
  const { performer, currency, seal, opening, rates, sales, reversals, movements, own, closing, paid } = statement;
  const what = 'month' in statement ? statement.month : `${statement.payout.reference}, paid ${statement.payout.paidAt}`;
  console.log(`${what}: ${performer.name} (@${performer.username}) on ${statement.site}`);
  console.log(`opening     ${opening} ${currency}`);
  for (const { rate, gross, commission, net, count } of rates)
    console.log(`at ${rate} %  gross ${gross}, commission ${commission}, net ${net} (${count} lines)`);
  console.log(`sales      +${sales.net} (${sales.count})`);
  console.log(`reversals  -${reversals.net} (${reversals.count})`);
  console.log(`movements   ${movements.amount} (${movements.count})`);
  if (own) console.log(`paid to the performer’s own account: gross ${own.gross}, commission -${own.commission} (${own.count})`);
  console.log(`closing     ${closing}`);
  if (paid) console.log(`paid        ${paid.net} (${paid.amount} less a fee of ${paid.fee})`);
  if (seal)
    console.log(
      `ledger seal ${seal.position} ${seal.hash} (compare it with ${statement.site}/api/payout-statements/seals/${seal.position})`,
    );
  console.log(`SHA-256     ${sha256}`);
  printSigner({ publicKey, isSignerKnown: siteKey !== undefined, site: statement.site }, 'The statement is right.');
} catch (error) {
  console.error(`The statement is NOT right. ${messageOf(error)}`);
  process.exitCode = 1;
}
