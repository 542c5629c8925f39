import type { MessagesFrom } from '@stagedoor/contract/conversations.values';
import type { ProfileAttribute } from '@stagedoor/contract/profile-options';
import { parseHundredths } from '@stagedoor/contract/shapes';
import { type Idempotency, recordEvent, transact } from '../../platform/database/database.ts';
import { CodedError, FieldsError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { writeAccountSearch } from '../accounts/index.ts';
import { type Phone, isCountry, isLanguage, parsePhone, stateName } from '../reference/index.ts';
import { keepNames } from './performer-names.store.ts';

export interface PerformerChanges {
  name?: string | undefined;
  bio?: string | undefined;
  craft?: string | undefined;
  country?: string | undefined;
  /** Code of a state of the country; empty for none. */
  state?: string | undefined;
  city?: string | undefined;
  gender?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Null removes one. */
  attributes?: { [A in ProfileAttribute]?: string | null | undefined } | undefined;
  languages?: readonly string[] | undefined;
  links?: readonly string[] | undefined;
  phoneCode?: string | undefined;
  phone?: string | undefined;
  monthlyPrice?: bigint | undefined;
  yearlyPrice?: bigint | null | undefined;
  trialDays?: number | undefined;
  privatePrice?: bigint | null | undefined;
  groupPrice?: bigint | null | undefined;
  privateMinimumMinutes?: number | undefined;
  welcomeVideoEnabled?: boolean | undefined;
  messagesFrom?: MessagesFrom | undefined;
}

/** States in which performers may still change what an approval is based on. */
const EDITABLE_STATES: readonly string[] = ['pending', 'rejected'];

/** @throws FieldsError for an unknown country or language, or an invalid phone number */
const checkFields = (changes: PerformerChanges): { phone: Phone | null | undefined } => {
  if (changes.country !== undefined && !isCountry(changes.country)) throw new FieldsError([{ property: 'country', rule: 'country' }]);
  if (changes.languages?.some((code) => !isLanguage(code))) throw new FieldsError([{ property: 'languages', rule: 'invalid' }]);
  if (changes.phone === undefined && changes.phoneCode === undefined) return { phone: undefined };
  if (!changes.phone) return { phone: null };
  const phone = parsePhone(changes.phoneCode ?? '', changes.phone);
  if (!phone) throw new FieldsError([{ property: 'phone', rule: 'phone' }]);
  return { phone };
};

/** @throws CodedError AMOUNT_OUT_OF_BOUNDS */
const checkPrices = ({ settings }: Platform, changes: PerformerChanges): void => {
  const maximum = settings.get('priceMaximum');
  for (const field of ['monthlyPrice', 'yearlyPrice', 'privatePrice', 'groupPrice'] as const) {
    if ((changes[field] ?? 0n) > parseHundredths(maximum)!) throw new CodedError('AMOUNT_OUT_OF_BOUNDS', { minimum: 0, maximum, field });
  }
};

const merged = (before: object | null, changes: NonNullable<PerformerChanges['attributes']>): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== undefined)),
  );

/** Omits undefined keys. */
const given = <T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

/**
 * Updates a performer's own profile and prices; omitted fields stay. A new price applies to new subscriptions only. Former names are kept
 * (record keeping).
 * @throws CodedError AMOUNT_OUT_OF_BOUNDS; APPLICATION_STATE for another legal name once approved; FieldsError
 */
export const updatePerformer = async (
  platform: Platform,
  performerId: string,
  changes: PerformerChanges,
  idempotency: Idempotency | undefined,
): Promise<void> => {
  const { database, clock } = platform;
  checkPrices(platform, changes);
  const { phone } = checkFields(changes);
  const now = clock.now();
  await transact(database, idempotency, async (trx) => {
    const before = await trx.selectFrom('performers').selectAll().where('account_id', '=', performerId).forUpdate().executeTakeFirst();
    if (!before) throw new CodedError('NOT_FOUND');
    const country = changes.country ?? before.country;
    let stateCode = changes.state ?? before.state_code;
    if (stateCode !== '' && (await stateName(country, stateCode)) === '') {
      if (changes.state !== undefined) throw new FieldsError([{ property: 'state', rule: 'invalid' }]);
      stateCode = '';
    }
    const firstName = changes.firstName ?? before.first_name;
    const lastName = changes.lastName ?? before.last_name;
    const renamed = firstName !== before.first_name || lastName !== before.last_name;
    if (renamed && !EDITABLE_STATES.includes(before.state)) throw new CodedError('APPLICATION_STATE');
    const monthly = changes.monthlyPrice ?? before.monthly_price_amount;
    const yearly = changes.yearlyPrice === undefined ? before.yearly_price_amount : changes.yearlyPrice;
    const repriced = monthly !== before.monthly_price_amount || yearly !== before.yearly_price_amount;
    await keepNames(trx, performerId);
    await trx
      .updateTable('performers')
      .set({
        ...given({
          bio: changes.bio,
          craft: changes.craft,
          city: changes.city,
          gender: changes.gender,
          languages: changes.languages && [...new Set(changes.languages)],
          links: changes.links && [...changes.links],
          attributes: changes.attributes && merged(before.attributes, changes.attributes),
          trial_days: changes.trialDays,
          private_price_amount: changes.privatePrice,
          group_price_amount: changes.groupPrice,
          private_minimum_minutes: changes.privateMinimumMinutes,
          welcome_video_enabled: changes.welcomeVideoEnabled,
          messages_from: changes.messagesFrom,
        }),
        country,
        state_code: stateCode,
        first_name: firstName,
        last_name: lastName,
        monthly_price_amount: monthly,
        yearly_price_amount: yearly,
        prices_chosen_at: before.prices_chosen_at ?? (changes.monthlyPrice === undefined ? null : now),
        price_version: before.price_version + (repriced ? 1 : 0),
        updated_at: now,
      })
      .where('account_id', '=', performerId)
      .execute();
    const account = given({
      name: changes.name,
      phone_code: phone === undefined ? undefined : (phone?.code ?? null),
      phone: phone === undefined ? undefined : (phone?.number ?? null),
    });
    if (Object.keys(account).length > 0)
      await trx
        .updateTable('accounts')
        .set({ ...account, updated_at: now })
        .where('id', '=', performerId)
        .execute();
    await keepNames(trx, performerId);
    await writeAccountSearch(trx, [performerId]);
    await recordEvent(trx, 'performers.changed', { performerId });
    return {};
  });
};
