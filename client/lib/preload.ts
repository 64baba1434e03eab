export const PRELOAD_ERROR = 'preload-error'

/**
 * Fetches code. Where that fails, raises `preload-error` on the window, and rethrows the failure unless the event is
 * cancelled (decision 35): who cancels it takes over, and what waits for the code goes on waiting.
 */
export async function importWithPreloadError<T>(load: () => Promise<T>, target: EventTarget = window): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (target.dispatchEvent(new CustomEvent(PRELOAD_ERROR, { cancelable: true, detail: error }))) throw error
    return new Promise<never>(() => {})
  }
}
