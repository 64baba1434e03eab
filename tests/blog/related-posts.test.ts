import { expect, test } from 'bun:test'
import { createRelatedPosts } from '#server/blog/related-posts.ts'
import { decodePost, type PostEntry } from '#server/content/files/post-file.ts'
import { seeded } from '#tests/helpers/seeded.ts'

const LONG_WORDS = ['crates', 'sourdough', 'pallets', 'routes']

/** Newest first, then by id. Many share their date, their category and their tags. */
function somePosts(seed: number, count: number): PostEntry[] {
  const { pick, below } = seeded(seed)
  const posts = Array.from({ length: count }, (_, number) => {
    const tags = ['milk', 'oven', 'van', 'door'].filter(() => below(3) === 0)
    const category = pick(['crm', 'shipping', ''])
    const date = `2024-${pick(['01', '02', '03'])}-0${1 + below(4)}`
    const head = `title: ${pick(LONG_WORDS)} and ${pick(LONG_WORDS)}\ndate: ${date}\ntags: [${tags.join(', ')}]`
    const text = `---\n${head}\n${category && `category: ${category}\n`}---\n\nText.\n`
    return decodePost(`posts/p${String((number * 37) % count).padStart(3, '0')}.md`, text, '')
  })
  return posts.sort((a, b) => (a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date > b.date ? -1 : 1))
}

/** The rule, applied to each post. */
function expected(entry: PostEntry, live: readonly PostEntry[]): string[] {
  const termsOf = ({ category, tags }: PostEntry) => [...(category === null ? [] : [`category:${category}`]), ...tags]
  const uses = Map.groupBy(live.flatMap(termsOf), (term) => term)
  const weight = (term: string) =>
    Math.log(1 + live.length / (uses.get(term)?.length || 1)) * (term.startsWith('category:') ? 0.5 : 1)
  const sum = (terms: string[]) => terms.reduce((total, term) => total + weight(term), 0)
  const distance = ({ date }: PostEntry) => Math.abs(Date.parse(date) - Date.parse(entry.date))
  const wordsOf = ({ title }: PostEntry) => new Set(LONG_WORDS.filter((word) => title.includes(word)))
  return live
    .filter((post) => post !== entry)
    .map((post) => ({ post, shared: termsOf(post).filter((term) => termsOf(entry).includes(term)) }))
    .filter(({ shared }) => shared.length > 0)
    .map(({ post, shared }) => ({ post, score: (sum(shared) / Math.sqrt(sum(termsOf(post)))).toFixed(9) }))
    .sort((a, b) => +b.score - +a.score || distance(a.post) - distance(b.post) || (a.post.id < b.post.id ? -1 : 1))
    .slice(0, 50)
    .map((one) => ({ ...one, words: wordsOf(entry).intersection(wordsOf(one.post)).size }))
    .sort((a, b) => +b.score - +a.score || b.words - a.words)
    .slice(0, 3)
    .map(({ post }) => post.id)
}

test('related posts are the most similar of all posts, of equal ones those with common words, then the closest in time', () => {
  for (const [seed, count] of [
    [1, 400],
    [2, 150],
    [3, 20],
  ] as const) {
    const live = somePosts(seed, count)
    const findRelated = createRelatedPosts()
    const hidden = somePosts(seed + 10, 5)
    for (const entry of [...live.filter((_, at) => at % 7 === 0), ...hidden])
      expect([seed, entry.id, ...findRelated(entry, live).map(({ id }) => id)]).toEqual([
        seed,
        entry.id,
        ...expected(entry, live),
      ])
  }
})
