/**
 * What can be awaited for what its work comes to. The work is done once, however often it is awaited. It begins at the
 * first `then`, `catch` or `finally`, or earlier where a class begins it in its constructor. A rejection that nobody
 * asked for is unhandled, as that of a promise is: a class that tells it elsewhere as well attaches a `catch`.
 */
export abstract class Awaitable<T> implements PromiseLike<T> {
  readonly #work: () => Promise<T>;
  #begun: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onFailure?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.begin().then(onValue, onFailure);
  }

  // biome-ignore lint/suspicious/noExplicitAny: as promises have it, so that a handler may name what it expects
  catch<B = never>(onFailure?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.begin().catch(onFailure);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.begin().finally(onEnd);
  }

  /** Begins the work, where it has not begun. Observes nothing: only a handler does. */
  protected begin(): Promise<T> {
    this.#begun ??= this.#work();
    return this.#begun;
  }
}
