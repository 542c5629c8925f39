import { readFileSync } from 'node:fs';
import { ConfigurationError } from './configuration-error.ts';
import { messageOf, systemCodeOf } from './thrown.ts';

type Environment = Record<string, string | undefined>;

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file',
};

const readSecretFile = (variable: string, path: string): string => {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(
      `${variable}: "${path}" can’t be read, because ${REASONS[systemCodeOf(error) ?? ''] ?? messageOf(error)}.`,
    );
  }
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigurationError(`${variable}: the file "${path}" is empty; write the secret into it.`);
  if (/[\r\n]/.test(secret))
    throw new ConfigurationError(`${variable}: the file "${path}" has several lines; write the secret alone into it.`);
  return secret;
};

/**
 * Returns a secret's value: the variable's, or the content of the file that `NAME_FILE` names, without the line break at its end.
 * An empty variable counts as not set.
 *
 * @throws ConfigurationError when both are set, and when the file can't be read or is empty.
 */
export const readSecret = (environment: Environment, name: string): string | undefined => {
  const variable = `${name}_FILE`;
  const path = environment[variable];
  if (!path) return environment[name] || undefined;
  if (environment[name]) throw new ConfigurationError(`${variable}: ${name} is set, too; set one of the two.`);
  return readSecretFile(variable, path);
};
