// Keeps what is loaded only once.

/**
 * A function that loads something once. A failure is not kept: the next question tries again.
 * @template Loaded
 * @param {() => Promise<Loaded>} load
 * @returns {() => Promise<Loaded>}
 */
export function kept(load) {
  /** @type {Promise<Loaded> | null} */
  let found = null;
  return () => {
    const loading = (found ??= load());
    loading.catch(() => {
      if (found === loading) found = null;
    });
    return loading;
  };
}
