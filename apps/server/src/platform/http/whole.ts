/** A file that is sent at once. */
export async function* whole<T>(content: T): AsyncGenerator<T> {
  yield content;
}
