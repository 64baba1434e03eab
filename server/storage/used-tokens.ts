import { fingerprintOf } from './fingerprint.ts'
import type { KeyedStore } from './keyed-store.ts'

/** Texts of one kind that are valid once. */
export type UsedTokens = {
  /** Uses a text up; returns whether it was unused. It may be forgotten after `untilMs`. Throws what the store throws. */
  take(token: string, untilMs: number): Promise<boolean>
}

export const createUsedTokens = (store: Pick<KeyedStore, 'update'>, kind: string): UsedTokens => ({
  async take(token, untilMs) {
    const key = `used-tokens/${kind}/${fingerprintOf(token)}`
    return store.update([key], async ({ get, put }) => {
      if ((await get(key)) !== undefined) return false
      await put(key, String(untilMs))
      return true
    })
  },
})
