import { basename, dirname, extname, join, relative } from 'node:path'
import { CHANGE_MAX_BYTES, type Transaction } from '#server/content/content.ts'
import { oldUrlKeys } from '#server/content/files/former-url.ts'
import { editPost, type PostEntry, readFields, withSlug } from '#server/content/files/post-file.ts'
import { isPostFolder, wantedId } from '#server/content/files/post-names.ts'
import { ownerOf } from '#server/content/snapshot/picture-uses.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { writeFrontMatter } from '#server/text/front-matter/front-matter.ts'
import { freeId } from '#server/text/scan/words.ts'
import { hasFile } from './post-address.ts'

/**
 * Writes a copy of a post as a draft under the next free id, and returns that. It has no dates, no URLs of before and no canonical URL.
 * Images of the post's own folder are copied, stored ones are shared. Throws `NotFoundError` and `ConflictError`.
 */
export async function duplicatePost(tx: Transaction, known: string): Promise<{ id: string; title: string }> {
  const post = tx.snapshot.posts.get(known)
  if (!post) throw new NotFoundError('This post does not exist.')
  const { posts, aliases } = tx.snapshot
  const isTaken = async (one: string) =>
    posts.has(one) || aliases.has(one) || (await hasFile(tx, one)) || tx.exists(fileOfCopy(post.file, one))
  const id = await freeId(withoutNumber(known, posts), isTaken)
  const file = fileOfCopy(post.file, id)
  const none = { date: null, expires: null, updated: null, canonical: '', aliases: [] }
  const text = editPost(withoutOldUrls(await tx.read(post.file)), { ...none, draft: true }, file)
  tx.write(file, wantedId(file) === id ? text : withSlug(text, id))
  await copyImages(tx, post, file)
  return { id, title: post.title }
}

/** The same text without its URLs of before, and without a slug. The URL of a page of another site stays. Throws `ContentFileError`. */
function withoutOldUrls(text: string): string {
  const { data } = readFields(text)
  const isElsewhere = (key: string) => (key === 'url' || key === 'path') && /^https?:/i.test(String(data[key]))
  const keys = oldUrlKeys.filter((key) => data[key] !== undefined && !isElsewhere(key))
  if (keys.length === 0) return text
  return writeFrontMatter(text, new Map(keys.map((key) => [key, undefined])), new Set(), data)
}

/** The copy of `rye-2` is `rye-3`, if there is `rye`. */
function withoutNumber(id: string, posts: Transaction['snapshot']['posts']): string {
  const base = id.replace(/-\d+$/, '')
  return posts.has(base) ? base : id
}

const fileOfCopy = (file: string, id: string): string =>
  isPostFolder(file) ? join(dirname(dirname(file)), id, basename(file)) : join(dirname(file), id + extname(file))

async function copyImages(tx: Transaction, post: PostEntry, file: string): Promise<void> {
  if (!isPostFolder(post.file)) return
  let total = 0
  for (const image of tx.snapshot.pictures.keys()) {
    if (ownerOf(tx.snapshot, image)?.id !== post.id) continue
    const data = await tx.readBytes(image)
    total += data.length
    if (total > CHANGE_MAX_BYTES)
      throw new ConflictError(
        `The images of this post are too large to be copied here: copy the folder ${basename(dirname(post.file))} instead.`,
      )
    tx.write(join(dirname(file), relative(dirname(post.file), image)), data)
  }
}
