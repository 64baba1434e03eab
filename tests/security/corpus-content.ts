import { asWords, hostileNames, hostilePost } from './hostile-content.ts'

export type Vector = { id: number; v: string }

/** So that all batches are on the dashboard's first page. */
const BATCH = 25
/** Between the vectors of a batch: closes whatever the previous one left open. */
const END = '\n--></style></script></textarea></title></noscript></xmp></template></select></svg></math>"\'>\n\n'

/** The ids of a corpus in the content. */
export const idsOf = (vectors: readonly Vector[]) => ({
  html: vectors.map((_, at) => `h-${at}`),
  md: vectors.map((_, at) => `m-${at}`),
  drafts: vectors.map((_, at) => `d-${at}`),
  batches: Array.from({ length: Math.ceil(vectors.length / BATCH) }, (_, at) => `b-${at}`),
})

function matterOf(text: string, at: number, date: string) {
  const words = { title: asWords(text, 200), image_alt: asWords(text, 200), author: asWords(text, 60) }
  return { ...words, summary: text.slice(0, 5000), date, category: `v-${at}`, tags: [`v-${at}`] }
}

/**
 * Each vector alone as an HTML post, a Markdown post and a draft; as the name of a category and a tag; and in batches in a draft
 * whose text is displayed only as text or sanitized twice.
 */
export function corpusContent(vectors: readonly Vector[]): Record<string, string> {
  const files: [string, string][] = vectors.flatMap(({ v }, at) => [
    [`posts/h-${at}.html`, hostilePost(v, matterOf(v, at, '2026-01-04'))],
    [`posts/m-${at}.md`, hostilePost(v, matterOf(v, at, '2026-01-03'))],
    [`posts/d-${at}.${at % 2 ? 'md' : 'html'}`, hostilePost(v, { ...matterOf(v, at, '2026-01-02'), draft: true })],
    ...Object.entries(hostileNames(`v-${at}`, v)),
  ])
  const batches = idsOf(vectors).batches.map((id, at): [string, string] => {
    const some = vectors.slice(at * BATCH, (at + 1) * BATCH).map(({ v }) => v)
    const matter = {
      ...matterOf(some[0] ?? '', at * BATCH, '2026-01-05'),
      draft: true,
      title: `${id} ${asWords(some[0] ?? '', 150)}`,
    }
    return [`posts/${id}.html`, hostilePost(some.join(END), { ...matter, summary: some.join(END).slice(0, 5000) })]
  })
  return Object.fromEntries([...files, ...batches])
}
