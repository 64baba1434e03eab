import { join } from 'node:path'
import type { DecodedPost } from '#server/content/files/decode-file.ts'
import type { Problem } from '#server/content/files/errors.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { asHidden } from './hidden-sections.ts'
import { pathsOf } from './old-paths.ts'
import { withAuthors } from './post-authors.ts'
import { withId } from './post-ids.ts'
import { isUnfiled, resolveTerm, withTerms } from './post-terms.ts'
import {
  allOf,
  type Built,
  type LoadedFile,
  type LoadedFiles,
  postProblems,
  type Records,
  type Reports,
  type Snapshot,
} from './snapshot.ts'

/**
 * The snapshot after the texts of these posts have changed, exactly as `build` makes it of all files. `undefined` where something
 * changed that other posts, terms or problems may depend on: then only `build` knows. Besides copying a map, the work does
 * not grow with the number of posts.
 */
export function replacePosts(dir: string, now: Built & { files: LoadedFiles }, records: Records): Built | undefined {
  const { snapshot } = now
  const replaced: DecodedPost[] = []
  for (const [file, loaded] of records) {
    const shown = snapshot.posts.get(snapshot.ids.get(file) ?? '')
    const before = validPost(now.files.get(file))
    const after = validPost(loaded)
    if (!shown || !before || !after || !isIndependent({ before, after, shown }, snapshot)) return undefined
    const isReported = now.reports.last.some((one) => one.file === join(dir, file))
    if (isReported && !Bun.deepEquals(before.places, after.places)) return undefined
    replaced.push(after)
  }
  const posts = new Map(snapshot.posts)
  for (const decoded of replaced) {
    const shown = posts.get(snapshot.ids.get(decoded.post.file) ?? '')
    if (shown) posts.set(shown.id, entryOf(decoded, shown, snapshot))
  }
  const reports = withReports(
    now.reports,
    replaced.map((decoded) => [decoded.post.file, postProblems(dir, decoded, snapshot.pictures, true)]),
  )
  const problems = reports === now.reports ? snapshot.problems : allOf(reports)
  return { reports, snapshot: { ...snapshot, posts, problems } }
}

const validPost = (loaded: LoadedFile | undefined) =>
  loaded?.decoded?.kind === 'posts' && loaded.problems.length === 0 ? loaded.decoded : undefined

/** `shown`: the entry of the snapshot. */
type Change = { before: DecodedPost; after: DecodedPost; shown: PostEntry }

/** Whether ids, aliases, old URLs and terms stay as they are. Those of sections and translations depend on names of files only. */
function isIndependent(
  { before: { post: before }, after: { post: after }, shown }: Change,
  snapshot: Snapshot,
): boolean {
  const isSame = (key: keyof PostEntry) => Bun.deepEquals(before[key], after[key])
  if (!isSame('id') || !isSame('aliases') || !isSame('former')) return false
  const [paths, next] = [before, after].map((post) => pathsOf(post, snapshot.site))
  if (!paths || !next || !Bun.deepEquals(paths.written, next.written) || !Bun.deepEquals(paths.probable, next.probable))
    return false
  // A draft gets an old URL only if no other post has it.
  if (!isSame('draft') && paths.written.length + paths.probable.length > 0) return false
  if (isSame('category') && isSame('tags') && isSame('termNames')) return true
  // The name of a term without a file is that of the first post that writes one.
  const isFiled = (kind: 'categories' | 'tags') => (written: string) => {
    const term = snapshot[kind].get(resolveTerm(snapshot, kind, written))
    return term !== undefined && !isUnfiled(term)
  }
  const posts = [shown, after]
  return (
    posts.every(({ category }) => category === null || isFiled('categories')(category)) &&
    posts.every(({ tags }) => tags.every(isFiled('tags')))
  )
}

/** The entry as in the snapshot: with the id that the post has, hidden by its section, with the ids of its terms. */
function entryOf(decoded: DecodedPost, { id, hiddenBy }: PostEntry, snapshot: Snapshot): PostEntry {
  const { post } = hiddenBy === undefined ? decoded : asHidden(decoded, hiddenBy)
  return withTerms(withAuthors(post.id === id ? post : withId(post, id), snapshot.formerAuthors), snapshot)
}

function withReports(reports: Reports, ofPosts: readonly (readonly [string, readonly Problem[]])[]): Reports {
  if (ofPosts.every(([file, problems]) => problems.length === 0 && !reports.ofPosts.has(file))) return reports
  const all = [...new Map([...reports.ofPosts, ...ofPosts])].filter(([, problems]) => problems.length > 0)
  return { ...reports, ofPosts: new Map(all.sort(([one], [other]) => (one < other ? -1 : 1))) }
}
