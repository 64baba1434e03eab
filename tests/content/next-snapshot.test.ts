import { describe, expect, test } from 'bun:test'
import { type ContentState, nextSnapshot } from '#server/content/content-state.ts'
import { decodeFile } from '#server/content/decode-file.ts'
import { problemsOf } from '#server/content/errors.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import { livePosts, newestFirst } from '#server/content/publication.ts'
import { buildSnapshot, type LoadedFile, type LoadedFiles, type Snapshot } from '#server/content/snapshot.ts'
import { ContentFileError } from '#server/lib/text-file.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'

const DIR = '/content'

function filed(file: string, text: string, before?: LoadedFile): LoadedFile {
  try {
    return { decoded: decodeFile(file, new TextEncoder().encode(text)), problems: [] }
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return { decoded: before?.decoded, problems: problemsOf(DIR, file, error) }
  }
}

function start(texts: Record<string, string>): ContentState {
  const files = new Map(Object.entries(texts).map(([file, text]) => [file, filed(file, text)]))
  return { files, snapshot: buildSnapshot(DIR, files) }
}

/** Files with new texts; `null` deletes a file. */
function after(now: ContentState, changes: Record<string, string | null>): ContentState {
  const files = new Map(now.files)
  for (const [file, text] of Object.entries(changes)) {
    if (text === null) files.delete(file)
    else files.set(file, filed(file, text, now.files.get(file)))
  }
  return { files, snapshot: nextSnapshot(DIR, now, files, Object.keys(changes)) }
}

/** Includes every order: of posts and of everything else. */
const inOrder = (snapshot: Snapshot) =>
  Object.entries(snapshot).map(([name, part]) => [name, part instanceof Map || part instanceof Set ? [...part] : part])
const whole = (files: LoadedFiles) => inOrder(buildSnapshot(DIR, files))

/** `newestFirst` and `livePosts` computed from scratch. */
function sortedPosts({ posts }: Snapshot): PostEntry[] {
  return [...posts.values()].sort((one, other) =>
    one.date === other.date ? (one.id < other.id ? -1 : 1) : one.date > other.date ? -1 : 1,
  )
}

describe('the next snapshot', () => {
  const posts = { 'posts/one.md': aPost(), 'posts/two.md': aPost({ date: '2026-02-03' }) }

  test('reuses everything that a changed post does not affect', () => {
    const before = start({ ...smallContent, ...posts })
    const { snapshot } = after(before, { 'posts/one.md': aPost({ title: 'Another', tags: ['milk'] }) })
    expect(snapshot.posts.get('one')?.title).toBe('Another')
    const others = Object.entries(snapshot).filter(([, part]) => part !== snapshot.posts)
    const known: unknown[] = Object.values(before.snapshot)
    expect(others.filter(([, part]) => !known.includes(part))).toEqual([])
    expect(snapshot.posts.get('two')).toBe(before.snapshot.posts.get('two') as PostEntry)
  })

  const moments = ['2026-06-15', '2026-06-16', '2026-12-31', '2027-01-01', '2027-02-02'].map((day) => new Date(day))
  const days = ['2026-01-02', '2026-06-14', '2026-06-15', '2026-06-16', '2027-01-01']
  const files = ['posts/one.md', 'posts/one.html', 'posts/two.md', 'posts/three/index.md', 'posts/four.md']
  const stable = { ...smallContent, ...posts, 'posts/three/index.md': aPost() }
  /** Posts that relate to each other, and every kind of content issue. */
  const odd: readonly Record<string, unknown>[] = [
    { category: 'none' },
    { category: 'shipping' },
    { tags: ['milk', 'none'] },
    { aliases: ['one'] },
    { aliases: ['two', 'old'], updated: '2026-06-14' },
    { image: 'photo.png' },
    { body: '![A photo](photo.png)' },
    { unknown: 1 },
    { date: 'soon' },
  ]
  const others: readonly [string, string | null][] = [
    ['categories/production.yml', 'name: Making\n'],
    ['categories/production.yml', 'name: ['],
    ['tags/milk.yml', null],
    ['posts/three/photo.png', '\x89PNG\r\n\x1a\n'],
    ['legal/privacy-policy.md', '# Privacy\n'],
  ]

  test.each([1, 2, 3, 4])('equals a snapshot of all files after any change (seed %d)', (seed) => {
    const { below, pick } = seeded(seed)
    const post = () => {
      const tags = pick([[], ['milk'], ['milk', 'routes']])
      const times = { date: pick(days), ...pick([{}, { expires: '2027-02-02' }, { draft: true }]) }
      return aPost({ title: `Title ${below(9)}`, tags, ...times, ...(below(3) === 0 && pick(odd)) })
    }
    const change = () => (below(6) === 0 ? pick(others) : ([pick(files), below(8) === 0 ? null : post()] as const))
    for (let story = 0; story < 250; story++) {
      let now = start(stable)
      for (let step = 0; step < 4; step++) {
        now = after(now, Object.fromEntries(below(3) === 0 ? [change(), change()] : [change()]))
        expect(inOrder(now.snapshot)).toEqual(whole(now.files))
        expect(newestFirst(now.snapshot)).toEqual(sortedPosts(now.snapshot))
        const moment = pick(moments)
        expect(livePosts(now.snapshot, moment)).toEqual(
          sortedPosts(now.snapshot).filter(isSeenAt(moment.toISOString())),
        )
      }
    }
  })

  const isSeenAt =
    (moment: string) =>
    ({ draft, date, expires }: PostEntry) =>
      !draft && date <= moment && (expires ?? '9') > moment
})
