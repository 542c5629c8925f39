import { FieldsError } from '../../platform/errors.ts';

/** Passwords of 8 characters and more that lead every published count of leaked ones, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword pa55word mypassword
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 asdfghjk asdfghjkl zxcvbnm1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 zaq12wsx q1w2e3r4 q1w2e3r4t5 qazwsxedc 1qaz2wsx3edc asdf1234 abcd1234 abc12345 abcdefgh abcdefg1 a1b2c3d4 aa123456 a12345678
  iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 trustno1
  welcome1 welcome123 letmein1 letmein123 starwars starwars1 whatever computer internet michelle jennifer charlie1 jordan23 liverpool
  chelsea1 arsenal1 mustang1 corvette maverick midnight butterfly chocolate cheesecake elephant dolphins scorpion samantha victoria
  alexander elizabeth veronica margarita contraseña contrasena estrella mariposa barcelona realmadrid tequiero teamomucho
  administrator admin123 admin1234 changeme changeme1 default1 secret123 test1234 testtest testing1 guest123 login123 master123 shadow123
  monkey123 dragon123 pokemon1 minecraft facebook google123 samsung1 11223344 12341234 12344321 87654321 987654321 9876543210 147258369
  123123123 123321123 123654789 789456123 112233445566 123qweasd 123qwe123 qwe123456 1234qwer 12345qwert 123abc456 123456abc 123456aa`.split(
    /\s+/,
  ),
);

const isOneCharacter = (password: string): boolean => new Set(password).size <= 2;
/** Rising or falling throughout: 12345678, hgfedcba. */
const isSequence = (password: string): boolean => {
  const codes = Array.from({ length: password.length }, (_, index) => password.charCodeAt(index));
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  return steps.every((step) => step === 1 || step === -9) || steps.every((step) => step === -1);
};

/**
 * Whether a new password is among the first that anybody guesses: common, one character or two repeated, a sequence, or the account's own
 * name or address. (NIST SP 800-63B, 3.1.1.2: compare with commonly used values, and require no mixture of characters.)
 */
export const isGuessable = (password: string, own: { username?: string; email?: string } = {}): boolean => {
  const lower = password.toLowerCase();
  const names = [own.username, own.email, own.email?.split('@')[0]].filter((name) => name !== undefined).map((name) => name.toLowerCase());
  return COMMON.has(lower) || isOneCharacter(lower) || isSequence(lower) || names.includes(lower);
};

/** @throws FieldsError for a new password that is guessable */
export const assertNotGuessable = (password: string, own?: { username?: string; email?: string }): void => {
  if (isGuessable(password, own)) throw new FieldsError([{ property: 'password', rule: 'password' }]);
};
