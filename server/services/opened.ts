/**
 * What was opened so far, closed in the opposite order. Node 20 has `Symbol.asyncDispose` but no AsyncDisposableStack.
 */
export class Opened implements AsyncDisposable {
  readonly #resources: AsyncDisposable[] = [];

  use<T extends AsyncDisposable>(resource: T): T {
    this.#resources.push(resource);
    return resource;
  }

  /** Contract: every resource is closed, also after one failed; then the first failure is thrown. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const resource of this.#resources.splice(0).reverse()) {
      try {
        await resource[Symbol.asyncDispose]();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
