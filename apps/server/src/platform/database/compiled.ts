import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';

/** Where a value comes in a statement that is compiled without it. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The values of a statement, where they aren't known yet. */
export type Placeholders<V> = { [K in keyof V]: RawBuilder<V[K]> };

/**
 * A statement whose text is the same at each call, built and compiled by the first one: for the few that most requests execute, as
 * building and compiling them leaves garbage: 26 of a private message's 166 kB (docs/decisions/0064-garbage-of-a-request.md).
 * @param build from its values, to the compiled statement
 * @returns executes it
 */
export const compiledOnce = <V extends object, R>(
  build: (values: Placeholders<V>, database: Executor) => CompiledQuery<R>,
): ((executor: Executor, values: V) => Promise<R[]>) => {
  const placeholders = new Proxy({}, { get: (_, name) => sql.val(new Placeholder(String(name))) }) as Placeholders<V>;
  let compiled: CompiledQuery<R> | undefined;
  return async (executor, values) => {
    compiled ??= build(placeholders, executor);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    return (await executor.executeQuery<R>({ ...compiled, parameters })).rows;
  };
};
