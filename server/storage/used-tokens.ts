/** Texts that are valid once. */
export type UsedTokens = {
  /** Uses a text up; returns whether it was unused. It may be forgotten after `untilMs`. PostgreSQL throws `StorageError`. */
  take(token: string, untilMs: number): Promise<boolean>
}

/** Keeps the last `max` texts in memory, until a restart. */
export function createUsedTokens(max: number): UsedTokens {
  const tokens = new Set<string>()
  return {
    async take(token) {
      if (tokens.has(token)) return false
      tokens.add(token)
      for (const oldest of tokens) {
        if (tokens.size <= max) break
        tokens.delete(oldest)
      }
      return true
    },
  }
}
