import { type SettingKey, isSettingKey, needsStepUp } from '@stagedoor/contract/settings';
import { assertStepUp } from '../../platform/auth/step-up.ts';
import type { AccountViewer } from '../../platform/auth/viewer.ts';
import { countOwners, readFactors } from '../accounts/index.ts';
import { CodedError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

type Changes = (key: SettingKey) => boolean;
type Values = Readonly<Record<string, unknown>>;
type Needed = Pick<Platform, 'database' | 'settings'>;

const changesOf =
  ({ settings }: Needed, values: Values): Changes =>
  (key) =>
    key in values && JSON.stringify(values[key]) !== JSON.stringify(settings.get(key));

/** @throws CodedError OTHER_OWNER_FIRST when new owners are to take two owners, and there is one */
const assertOwnersSuffice = async ({ database }: Needed, values: Values, isChanged: Changes): Promise<void> => {
  if (isChanged('ownersByTwo') && values['ownersByTwo'] === true && (await countOwners(database)) < 2)
    throw new CodedError('OTHER_OWNER_FIRST');
};

/**
 * Demands of an admin who changes settings what the changed ones need: a recent confirmation, and their own second factor or passkey before
 * others must have one, so that nobody locks themselves out; and two owners before new ones take two.
 * @param values of the settings after the change; those that stay as they are don't count
 * @throws CodedError RECENT_LOGIN_REQUIRED, OWN_FACTOR_FIRST, OTHER_OWNER_FIRST
 */
export const assertMayChangeSettings = async (
  platform: Needed & Pick<Platform, 'sessions' | 'clock'>,
  viewer: AccountViewer,
  values: Values,
): Promise<void> => {
  const { database, sessions, clock } = platform;
  const isChanged = changesOf(platform, values);
  if (Object.keys(values).some((key) => isSettingKey(key) && needsStepUp(key) && isChanged(key)))
    await assertStepUp({ sessions, clock }, viewer);
  const isLocking = (key: SettingKey) => isChanged(key) && values[key] === true;
  if (isLocking('adminTwoFactorRequired') || isLocking('adminPasskeyRequired')) {
    // From the database: the session may have been cached before a factor was added or removed.
    const { hasTwoFactor, hasPasskey } = await readFactors(database, viewer.accountId);
    const isSet = isLocking('adminPasskeyRequired') ? hasPasskey : hasTwoFactor;
    if (!isSet) throw new CodedError('OWN_FACTOR_FIRST');
  }
  await assertOwnersSuffice(platform, values, isChanged);
};

/**
 * Demands of the command line what a change of settings needs whoever makes it. It has no factor of its own, and can take back what locks an
 * admin out.
 * @throws CodedError OTHER_OWNER_FIRST
 */
export const assertConsoleMayChangeSettings = (platform: Needed, values: Values): Promise<void> =>
  assertOwnersSuffice(platform, values, changesOf(platform, values));
