import { IMPORT_TITLES_MAX } from '#contract/imports.ts'

const EXAMPLES_MAX = IMPORT_TITLES_MAX

/** Posts that share a reason. */
export type Group = { reason: string; count: number /** Some titles. */; examples: readonly string[] }

/** Counts what happens for the same reason. */
export function createGroups() {
  const groups = new Map<string, { count: number; examples: Set<string> }>()
  return {
    add(reason: string, example?: string): void {
      const group = groups.get(reason) ?? { count: 0, examples: new Set() }
      group.count += 1
      if (example !== undefined && group.examples.size < EXAMPLES_MAX) group.examples.add(example)
      groups.set(reason, group)
    },
    /** The most frequent first. */
    list: (): Group[] =>
      [...groups]
        .map(([reason, { count, examples }]) => ({ reason, count, examples: [...examples] }))
        .sort((a, b) => b.count - a.count),
  }
}
