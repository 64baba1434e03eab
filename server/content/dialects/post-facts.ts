import type { Data } from '#server/text/front-matter/read-yaml.ts'
import { isUnlisted } from './post-hiding.ts'
import type { WrittenKeys } from './post-keys.ts'
import { termNames } from './post-values.ts'
import { termId } from './term-ids.ts'

/** What front matter says besides the fields that forms have; absent where it says nothing. */
export type PostFacts = {
  /** Whether the post is at its URL only. */
  unlisted?: true
  /** Whether `$…$` in the text is math. */
  math?: true
  /** Id → name of the terms that the file does not name by their ids. */
  termNames?: Readonly<Record<string, string>>
}

/** Reads them in front matter `withPaths`. */
export function readFacts(data: Data, keys: WrittenKeys): PostFacts {
  const names = namesOfTerms(data, keys)
  return {
    ...(isUnlisted(data) && { unlisted: true }),
    ...(isMath(data) && { math: true }),
    ...(Object.keys(names).length > 0 && { termNames: names }),
  }
}

const isMath = (data: Data) =>
  ['math', 'katex', 'usemath', 'extra.math', 'extra.katex', 'params.math'].some((name) =>
    /^(?:true|yes)$/i.test(String(data[name])),
  )

function namesOfTerms(data: Data, keys: WrittenKeys): Record<string, string> {
  const names: Record<string, string> = {}
  for (const key of ['category', 'tags'] as const) {
    const [written = key] = keys.get(key) ?? []
    for (const name of termNames(key, data[written], written)) {
      const id = termId(name)
      if (id !== name) names[id] ??= name
    }
  }
  return names
}
