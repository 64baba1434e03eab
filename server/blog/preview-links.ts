import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import { readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'

/** Which post is behind the links of one creation. Another post may get its id, a restored one its id and its file. */
const StoredPreviewSchema = v.object({
  id: v.string(),
  post: v.string(),
  file: v.string(),
  /** When the last of its links expires. */
  until: v.pipe(v.string(), v.isoTimestamp()),
  /** The post was deleted, or a rename is not recognized yet. */
  gone: v.boolean(),
})
type StoredPreview = v.InferOutput<typeof StoredPreviewSchema>
const AllPreviewsSchema = v.object({ previews: v.array(StoredPreviewSchema) })
type AllPreviews = v.InferOutput<typeof AllPreviewsSchema>

type PreviewTokens = {
  issue(creation: string, administrator: string): Promise<{ token: string; until: string }>
  read(token: string): Promise<{ creation: string; until: string } | undefined>
}
export type PreviewLinksDeps = {
  content: Pick<Content, 'snapshot' | 'onChange'>
  tokens: PreviewTokens
  text: PrivateText
  /** Other processes use the text, with content that may be older or newer. */
  isShared: boolean
  now(): Date
  log: Log
}
export type PreviewLinks = ReturnType<typeof createPreviewLinks>

/**
 * Links that each show one post that is not public. A link belongs to the creation of its post: it follows a rename, and ends with
 * the post, also if that is restored or another post gets its id.
 */
export function createPreviewLinks({ content, tokens, text, isShared, now, log }: PreviewLinksDeps) {
  let working = Promise.resolve()
  content.onChange((before, after) => {
    if (!isSame(before.ids, after.ids) || !isSame(before.aliases, after.aliases))
      follow((preview) => afterChange(preview, before, after))
  })
  // A replica may be behind the others: it does not know what they have created.
  if (!isShared) follow((preview) => afterStart(preview, content.snapshot()))

  /** Never throws. */
  function follow(step: (preview: StoredPreview) => StoredPreview[]): void {
    working = working
      .then(async () => {
        if ((await previews()).length > 0) await changeAll((all) => all.flatMap(step))
      })
      .catch((error) => log.error('preview links not followed', errorFields(error)))
  }

  const changeAll = (edit: (previews: readonly StoredPreview[]) => StoredPreview[]): Promise<void> =>
    text.change(async (stored) => {
      const json = storedIn(stored, text.name)
      const before = json?.known.previews ?? []
      const isOpen = ({ until }: StoredPreview) => until > now().toISOString()
      const after = edit(before.filter(isOpen))
      return Bun.deepEquals(before, after) ? stored : storedText({ previews: after }, json)
    })

  /** Throws `NotFoundError`, and what the text and the tokens throw. */
  async function issue(post: string, administrator: string): Promise<{ token: string; until: string }> {
    await working
    const entry = content.snapshot().posts.get(post)
    if (!entry) throw new NotFoundError('This post does not exist.')
    const known = (await previews()).find((one) => isOf(one, entry))
    const id = known?.id ?? randomUUID()
    const link = await tokens.issue(id, administrator)
    const preview = { id, post, file: entry.file, until: link.until, gone: false }
    await changeAll((all) => [...all.filter((one) => one.id !== id), preview])
    return link
  }

  const previews = async () => storedIn(await text.read(), text.name)?.known.previews ?? []

  return {
    issue,
    /** Returns the present id of the post behind a link. Throws what the text and the tokens throw. */
    async read(token: string): Promise<{ id: string; until: string } | undefined> {
      const link = await tokens.read(token)
      if (!link) return
      await working
      const preview = (await previews()).find(({ id }) => id === link.creation)
      return preview && !preview.gone ? { id: preview.post, until: link.until } : undefined
    },
    /** Resolves when everything is written. */
    close: () => working,
  }
}

const isOf = (preview: StoredPreview, { id, file }: PostEntry) =>
  !preview.gone && preview.post === id && preview.file === file

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one === other || (one.size === other.size && [...one].every(([key, value]) => other.get(key) === value))

/** A preview after a change: none once its post is gone and another one, or a restored one, has its place. */
function afterChange(preview: StoredPreview, before: Snapshot, after: Snapshot): StoredPreview[] {
  const { post, file, gone } = preview
  const present = after.ids.get(file)
  if (gone && (present !== undefined || after.posts.has(post))) return []
  if (present !== undefined) return [{ ...preview, post: present }]
  const next = after.posts.get(post) ?? renamedPost(post, before, after)
  if (next) return [{ ...preview, post: next.id, file: next.file, gone: false }]
  // A replica may not have the post yet.
  return [{ ...preview, gone: gone || before.ids.has(file) || before.posts.has(post) }]
}

/** The post that has got this former id with the change. One that has had it all the time is another post. */
function renamedPost(formerId: string, before: Snapshot, after: Snapshot): PostEntry | undefined {
  const post = after.posts.get(after.aliases.get(formerId) ?? '')
  const same = post && before.posts.get(before.ids.get(post.file) ?? '')
  return same?.aliases.includes(formerId) ? undefined : post
}

/** A preview after a start: posts may have been deleted while the site did not run. */
function afterStart(preview: StoredPreview, { ids, posts }: Snapshot): StoredPreview[] {
  const { post, file, gone } = preview
  const isThere = ids.has(file) || posts.has(post)
  return gone && isThere ? [] : [{ ...preview, gone: !isThere }]
}

/** A text that is no JSON counts as none. Throws `OperatorError` for JSON of an unknown version. */
function storedIn(text: string | undefined, name: string): StoredJson<AllPreviews> | undefined {
  const stored = text === undefined ? 'damaged' : readStored(AllPreviewsSchema, text, name)
  return stored === 'damaged' ? undefined : stored
}
