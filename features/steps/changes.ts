/** Something that changes now and then, and those who wait for it to become as they want it. */
export class Changes {
  #waiting: { readonly isSo: () => boolean; readonly resolve: () => void }[] = [];

  happened(): void {
    const due = this.#waiting.filter(({ isSo }) => isSo());
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }

  until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ isSo, resolve }));
  }
}
