import { approveApplication, rejectApplication, viewDocument } from '../modules/admin/index.ts';
import { createLocalAdmin, registerFan, setAvatar } from '../modules/accounts/index.ts';
import { registerPerformer, setCover, updatePerformer } from '../modules/performers/index.ts';
import { seededRandom, seedOf } from './chance.ts';
import type { CastApplicant, CastPerformer } from './cast.ts';
import { emailOf } from './cast.ts';
import { DEMO_PASSWORD } from './demo-state.ts';
import { profileOf } from './profiles.ts';
import { type StoreFile, receivePicture, storeAll } from './pictures.ts';
import { DAY_MS, type Seeding, dateAccount, minutesBefore, readAccountIds } from './seeding.ts';

const ADMIN = { username: 'admin', email: 'admin@stagedoor.local', name: 'Admin', adminRole: 'owner' } as const;
const ADMIN_SINCE_DAYS = 420;
/** A day passes between an application and its answer. */
const DECISION_MS = DAY_MS;

/** Registration time derived from the username: between `from` and `to` days before the base. */
const joinedAt = (base: Date, username: string, from: number, to: number): Date =>
  new Date(base.getTime() - (from + seededRandom(seedOf(username))() * (to - from)) * DAY_MS);

/** Last-seen time: now for some, in the last two days for the others. */
const lastSeenAt = (base: Date, username: string): Date => {
  const random = seededRandom(seedOf(`${username} seen`))();
  return random < 0.4 ? base : new Date(base.getTime() - random ** 3 * 2 * DAY_MS);
};

/** The admin and the fans. Their accounts are created one after another: hashing a password is slow on purpose. */
export const seedAdminAndFans = async (seeding: Seeding): Promise<void> => {
  const { base, cast, signal } = seeding;
  const since = new Date(base.getTime() - ADMIN_SINCE_DAYS * DAY_MS);
  const known = await readAccountIds(seeding.platform);
  if (!known.has(ADMIN.username)) await createLocalAdmin(seeding.at(since), { ...ADMIN, password: DEMO_PASSWORD });
  for (const { username, email, name } of cast.fans) {
    signal.throwIfAborted();
    if (known.has(username)) continue;
    const joined = joinedAt(base, username, 60, 300);
    await registerFan(seeding.at(joined), {
      username,
      email,
      name,
      password: DEMO_PASSWORD,
      dateOfBirth: null,
      declaredAdult: true,
      acceptsTerms: true,
      locale: 'en',
    });
  }
  const ids = await readAccountIds(seeding.platform);
  await dateAccount(seeding.platform, ids.get(ADMIN.username)!, since, base);
  for (const { username } of cast.fans)
    await dateAccount(seeding.platform, ids.get(username)!, joinedAt(base, username, 60, 300), lastSeenAt(base, username));
};

/** Registration data of performers and applicants, and its time. */
type Registering = Pick<CastApplicant, 'username' | 'name' | 'firstName' | 'lastName' | 'email' | 'gender' | 'country' | 'dateOfBirth'> & {
  at: Date;
};

/** Registers performers with their two documents, and applicants with theirs. */
export const seedPerformers = async (seeding: Seeding): Promise<void> => {
  const { base, cast, platform } = seeding;
  const known = await readAccountIds(platform);
  const register = (person: Registering): StoreFile[] =>
    known.has(person.username)
      ? []
      : [
          async () => {
            await registerPerformer(seeding.at(person.at), {
              ...person,
              password: DEMO_PASSWORD,
              acceptsTerms: true,
              locale: 'en',
              idVerification: await receivePicture(platform, `documents/${person.username}-card`),
              documentVerification: await receivePicture(platform, `documents/${person.username}-selfie`),
            });
          },
        ];

  await storeAll(seeding, [
    ...cast.performers.flatMap((performer) => register({ ...performer, email: emailOf(performer), at: performerSince(base, performer) })),
    ...[...cast.applicants, ...cast.rejected].flatMap((applicant) =>
      register({ ...applicant, at: minutesBefore(base, applicant.minutesAgo) }),
    ),
  ]);
  await decideApplications(seeding);
};

/** Performers registered before their first post. */
const performerSince = (base: Date, { username, posts }: CastPerformer): Date =>
  joinedAt(minutesBefore(base, Math.max(0, ...posts.map(({ minutesAgo }) => minutesAgo))), username, 30, 240);

/** The admin's decisions, and the profiles that performers filled in afterwards. */
const decideApplications = async (seeding: Seeding): Promise<void> => {
  const { base, cast, platform } = seeding;
  const ids = await readAccountIds(platform);
  const adminId = ids.get(ADMIN.username)!;
  const stateOf = async (id: string): Promise<string> =>
    (await platform.database.selectFrom('performers').select('state').where('account_id', '=', id).executeTakeFirstOrThrow()).state;

  const documentsOf = async (performerId: string): Promise<string[]> =>
    (await platform.database.selectFrom('performer_documents').select('id').where('performer_id', '=', performerId).execute()).map(
      ({ id }) => id,
    );

  for (const performer of cast.performers) {
    const id = ids.get(performer.username)!;
    const since = performerSince(base, performer);
    const decided = seeding.at(new Date(since.getTime() + DECISION_MS));
    if ((await stateOf(id)) !== 'approved') {
      for (const documentId of await documentsOf(id)) await viewDocument(decided, adminId, documentId);
      await approveApplication(decided, adminId, id, undefined);
    }
    await updatePerformer(seeding.at(new Date(since.getTime() + DECISION_MS)), id, { ...performer, ...profileOf(performer) }, undefined);
    await dateAccount(platform, id, since, lastSeenAt(base, performer.username));
  }
  for (const applicant of [...cast.applicants, ...cast.rejected]) {
    const at = minutesBefore(base, applicant.minutesAgo);
    const id = ids.get(applicant.username)!;
    const { craft, city, bio } = applicant;
    await updatePerformer(seeding.at(at), id, { craft, city, bio }, undefined);
    await dateAccount(platform, id, at, at);
  }
  for (const { username, minutesAgo, reasons, note } of cast.rejected) {
    const id = ids.get(username)!;
    if ((await stateOf(id)) === 'pending')
      await rejectApplication(
        seeding.at(new Date(minutesBefore(base, minutesAgo).getTime() + DECISION_MS)),
        adminId,
        id,
        {
          reasons: [...reasons],
          note,
        },
        undefined,
      );
  }
};

/** Avatars and covers still missing. */
export const portraits = async (seeding: Seeding): Promise<StoreFile[]> => {
  const { cast, platform } = seeding;
  const rows = await platform.database
    .selectFrom('accounts as a')
    .leftJoin('performers as p', 'p.account_id', 'a.id')
    .select(['a.id', 'a.username', 'a.avatar_file_id', 'p.cover_file_id'])
    .execute();
  const accounts = new Map(rows.map((row) => [row.username, row]));
  const avatar = ({ username }: { username: string }): StoreFile[] => {
    const { id, avatar_file_id } = accounts.get(username)!;
    if (avatar_file_id) return [];
    return [async () => setAvatar(platform, id, await receivePicture(platform, `avatars/${username}`), undefined)];
  };
  const cover = ({ username }: CastPerformer): StoreFile[] => {
    const { id, cover_file_id } = accounts.get(username)!;
    if (cover_file_id) return [];
    return [async () => setCover(platform, id, await receivePicture(platform, `covers/${username}`), undefined)];
  };
  return [
    ...cast.performers.flatMap((performer) => [...avatar(performer), ...cover(performer)]),
    ...[...cast.fans, ...cast.applicants, ...cast.rejected].flatMap(avatar),
  ];
};
