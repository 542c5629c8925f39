import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { type Trx, recordAudit } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueMail } from './account-mails.ts';

const PROPOSAL_MS = 7 * 86_400_000;

/** Active owners but one; all for null. */
const otherOwners = async (trx: Trx, accountId: string | null): Promise<string[]> => {
  const rows = await trx.selectFrom('accounts').select('id').where('admin_role', '=', 'owner').where('status', '=', 'active').execute();
  return rows.map(({ id }) => id).filter((id) => id !== accountId);
};

/** Tells the other owners of something an owner did, by mail; all owners of what the command line did. @param ownerId null for the command line */
export const tellOtherOwners = async (
  platform: Platform,
  trx: Trx,
  ownerId: string | null,
  mail:
    | { kind: 'ownerProposed'; values: { person: string; by: string } }
    | { kind: 'safetyChanged'; values: { settings: string[]; by: string } }
    | { kind: 'safetyChangedOnServer'; values: { settings: string[] } },
): Promise<void> => {
  for (const accountId of await otherOwners(trx, ownerId)) await enqueueMail(platform, trx, { ...mail, accountId });
};

/**
 * Returns true when an account becomes an owner now: at once where one owner is enough; else when a second owner confirms a proposal within
 * seven days. Otherwise it stores the proposal and mails the other owners. Called under `lockOwners`.
 */
export const mayBecomeOwner = async (
  platform: Platform,
  trx: Trx,
  owner: AccountViewer,
  person: { id: string; username: string },
): Promise<boolean> => {
  if (!platform.settings.get('ownersByTwo')) return true;
  const now = platform.clock.now();
  const proposal = await trx.selectFrom('owner_proposals').selectAll().where('account_id', '=', person.id).executeTakeFirst();
  if (proposal && proposal.expires_at > now && proposal.proposed_by !== owner.accountId) {
    // The proposer must still be an owner.
    if ((await otherOwners(trx, owner.accountId)).includes(proposal.proposed_by)) return true;
  }
  const row = { proposed_by: owner.accountId, created_at: now, expires_at: new Date(now.getTime() + PROPOSAL_MS) };
  await trx
    .insertInto('owner_proposals')
    .values({ account_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
  await recordAudit(trx, {
    actorId: owner.accountId,
    action: 'accounts.ownerProposed',
    objectKind: 'account',
    objectId: person.id,
    at: now,
  });
  await tellOtherOwners(platform, trx, owner.accountId, { kind: 'ownerProposed', values: { person: person.username, by: owner.username } });
  return false;
};

/** Deletes the proposal for an account: it was confirmed, or withdrawn by another role. */
export const endProposal = async (trx: Trx, accountId: string): Promise<void> => {
  await trx.deleteFrom('owner_proposals').where('account_id', '=', accountId).execute();
};
