/** The used part of browser storage, in memory. */
export function aStorage(setItem?: () => never): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => items.delete(key),
    setItem: setItem ?? ((key, value) => items.set(key, value)),
  }
}
