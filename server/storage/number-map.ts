const FIRST_CAPACITY = 1024
/** Grows in large steps while it is small: each step places everything anew. */
const growth = (capacity: number) => (capacity < 1 << 15 ? 8 : 2)
/** The upper half of a hash of 64 bits, of which a number keeps the first 53. */
const UPPER_HALF = 2 ** 32
const EMPTY = 0

/**
 * Numbers by numbers, for millions of them: 16 bytes a place, at most half of the places taken, and nothing for the garbage
 * collector to look through, which a `Map` of this size is looked through at every turn. Keys are made by `keyOf`.
 */
export function createNumberMap() {
  let keys = new Float64Array(FIRST_CAPACITY)
  let values = new Float64Array(FIRST_CAPACITY)
  let size = 0

  /** Where a key stands, or the empty place where it would. */
  function placeOf(key: number): number {
    const mask = keys.length - 1
    let at = (key / UPPER_HALF) & mask
    while (keys[at] !== EMPTY && keys[at] !== key) at = (at + 1) & mask
    return at
  }

  function grow() {
    const [oldKeys, oldValues] = [keys, values]
    const capacity = keys.length * growth(keys.length)
    keys = new Float64Array(capacity)
    values = new Float64Array(capacity)
    for (let from = 0; from < oldKeys.length; from++) {
      const key = oldKeys[from] ?? EMPTY
      if (key !== EMPTY) put(placeOf(key), key, oldValues[from] ?? 0)
    }
  }

  function put(at: number, key: number, value: number) {
    keys[at] = key
    values[at] = value
  }

  /** Those behind a hole that would no longer be found move up into it. */
  function closeHole(hole: number) {
    const mask = keys.length - 1
    keys[hole] = EMPTY
    for (let at = (hole + 1) & mask; keys[at] !== EMPTY; at = (at + 1) & mask) {
      const [key = EMPTY, value = 0] = [keys[at], values[at]]
      keys[at] = EMPTY
      put(placeOf(key), key, value)
    }
  }

  const has = (key: number) => keys[placeOf(key)] !== EMPTY
  return {
    has,
    get: (key: number): number | undefined => (has(key) ? values[placeOf(key)] : undefined),
    set(key: number, value: number): void {
      if (size * 2 >= keys.length) grow()
      const at = placeOf(key)
      if (keys[at] === EMPTY) size++
      put(at, key, value)
    },
    /** Whether it was there. */
    delete(key: number): boolean {
      const at = placeOf(key)
      if (keys[at] === EMPTY) return false
      size--
      closeHole(at)
      return true
    },
    size: () => size,
  }
}

/** A text as a key of such a map: its hash, of which 53 bits are told apart; never 0. */
export const keyOf = (text: string): number => Number(Bun.hash(text)) || 1
