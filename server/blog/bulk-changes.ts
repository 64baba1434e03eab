import type { Bulk, BulkResult } from '#contract/bulk.ts'
import { TAGS_PER_POST_MAX } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { CHANGE_MAX_BYTES, type Transaction } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { dateOf, decodeFields, editPost, type PostEntry, readFields } from '#server/content/files/post-file.ts'
import { resolveTerm } from '#server/content/snapshot/post-terms.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { ValidationError } from '#server/lib/errors.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { deletionOf, hiddenBySection, missingToPublish } from './post-changes.ts'

/** Why one post stays as it is while others change. */
class RejectedPost extends Error {}

type Changes = Omit<BulkResult, 'restorable'>

/** `at`: the current time. `showsNothing`: whether readers see nothing of a post with this file. */
type BulkContext = { at: string; showsNothing: (post: PostEntry, text: string) => Promise<boolean> }

/**
 * Applies one action to several posts; each may be rejected for another reason. Throws `ValidationError` where the category or
 * a tag does not exist.
 */
export async function changePosts(tx: Transaction, bulk: Bulk, context: BulkContext): Promise<Changes> {
  checkTerms(bulk, tx)
  const result: Changes = { changed: [], unchanged: [], rejected: [] }
  let room = CHANGE_MAX_BYTES
  for (const id of new Set(bulk.ids)) {
    const post = tx.snapshot.posts.get(id)
    const link = { id, title: post?.title ?? '' }
    try {
      if (!post) throw new RejectedPost('This post does not exist.')
      const bytes = await (bulk.action === 'delete'
        ? deleteOne(tx, post, room)
        : editOne(tx, post, bulk, { ...context, room }))
      room -= bytes
      result[bytes > 0 ? 'changed' : 'unchanged'].push(link)
    } catch (error) {
      result.rejected.push({ ...link, reason: reasonOf(error) })
    }
  }
  return result
}

/** Rethrows what is no reason of a single post. */
function reasonOf(error: unknown): string {
  if (error instanceof RejectedPost) return error.message
  if (error instanceof ContentNotFoundError) return 'This post does not exist.'
  if (error instanceof ContentFileError) return 'Its file has an error. Repair the file first.'
  throw error
}

function checkTerms({ category, tags, author = '' }: Bulk, { snapshot }: Transaction): void {
  const errors: FieldErrors = {}
  if (!tags.every((tag) => snapshot.tags.has(tag))) errors.tags = { message: 'This tag does not exist.' }
  if (category !== undefined && !snapshot.categories.has(category))
    errors.category = { message: 'This category does not exist.' }
  if (hasEmail(author)) errors.author = { message: 'Author must be a name without an e-mail address.' }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

const assertRoom = (bytes: number, room: number) => {
  if (bytes > room) throw new RejectedPost('This is too much for one change. Repeat it for this post.')
}

/** Both return the size of what they change. */
async function deleteOne(tx: Transaction, post: PostEntry, room: number): Promise<number> {
  const { files, bytes, isComplete } = await deletionOf(tx, post)
  if (!isComplete) throw new RejectedPost('Its images are too large to be deleted with other posts. Delete it alone.')
  assertRoom(bytes, room)
  for (const file of files) tx.remove(file)
  return bytes + 1
}

async function editOne(
  tx: Transaction,
  post: PostEntry,
  bulk: Bulk,
  { at, room, showsNothing }: BulkContext & { room: number },
) {
  const before = await tx.read(post.file)
  const after = edited(before, post, bulk, { at, snapshot: tx.snapshot })
  if (after === before) return 0
  if (bulk.action === 'publish' && (await showsNothing(post, before)))
    throw new RejectedPost('Required to publish: Content.')
  const bytes = Buffer.byteLength(after)
  assertRoom(bytes, room)
  tx.write(post.file, after)
  return bytes
}

type Context = { at: string; snapshot: Snapshot }

function edited(text: string, post: PostEntry, { action, tags, category, author }: Bulk, context: Context): string {
  const { tags: own, draft } = decodeFields(text, post.file)
  const idOfTag = (written: string) => resolveTerm(context.snapshot, 'tags', written)
  if (action === 'publish') return published(text, post, context)
  if (action === 'unpublish') return draft ? text : editPost(text, { draft: true, updated: context.at })
  if (action === 'category') return post.category === category ? text : editPost(text, { category: category ?? null })
  if (action === 'author') return post.author === author ? text : editPost(text, { author: author ?? null })
  if (action === 'untag') return editPost(text, { tags: own.filter((tag) => !tags.includes(idOfTag(tag))) })
  const has = new Set(own.map(idOfTag))
  const all = [...own, ...new Set(tags.filter((tag) => !has.has(tag)))]
  if (all.length > Math.max(TAGS_PER_POST_MAX, own.length))
    throw new RejectedPost(`A post can carry at most ${TAGS_PER_POST_MAX} tags.`)
  return editPost(text, { tags: all })
}

/** A draft without a date is dated now; one with a later date becomes scheduled. */
function published(text: string, { file, hiddenBy }: PostEntry, { at }: Context): string {
  if (hiddenBy) throw new RejectedPost(hiddenBySection(hiddenBy))
  const read = readFields(text, file)
  const { draft, expires } = read.fields
  const from = dateOf(read, file)
  if (expires !== null && expires <= (from ?? at)) throw new RejectedPost('Its expiry date is not later than its date.')
  if (expires !== null && expires <= at) throw new RejectedPost('Its expiry date has passed. Change that date first.')
  if (!draft && from !== null && from > at)
    throw new RejectedPost('It is scheduled already. Change its date to publish it now.')
  if (!draft) return text
  const missing = missingToPublish(text).map(([, label]) => label)
  if (missing.length > 0) throw new RejectedPost(`Required to publish: ${missing.join(', ')}.`)
  const changes = from === null ? { draft: false, date: at, updated: null } : { draft: false, updated: at }
  return editPost(text, changes, file)
}
