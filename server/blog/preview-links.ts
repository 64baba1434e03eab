import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import * as v from 'valibot'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { NotFoundError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { pathInside, unlessMissing } from '#server/storage/files.ts'
import type { PrivateText } from '#server/storage/private-text.ts'
import { readStored, type StoredJson, storedText } from '#server/storage/stored-json.ts'

/** The file of a post as it was while the site ran, with the time of its creation and, with replicas, a commit that had it. */
const SeenFileSchema = v.object({
  file: v.string(),
  revision: v.string(),
  birth: v.optional(v.string()),
  commit: v.optional(v.string()),
})
type SeenFile = v.InferOutput<typeof SeenFileSchema>

/** Which post is behind the links of one creation. Another post may get its id, a restored one its id and its file. */
const StoredPreviewSchema = v.object({
  id: v.string(),
  post: v.string(),
  file: v.string(),
  /** When the last of its links expires. */
  until: v.pipe(v.string(), v.isoTimestamp()),
  /** The post was deleted, or a rename is not recognized yet. */
  gone: v.boolean(),
  /** Missing in links of earlier versions. */
  seen: v.optional(SeenFileSchema),
})
type StoredPreview = v.InferOutput<typeof StoredPreviewSchema>
const AllPreviewsSchema = v.object({ previews: v.array(StoredPreviewSchema) })
type AllPreviews = v.InferOutput<typeof AllPreviewsSchema>

type PreviewTokens = {
  issue(creation: string, administrator: string): Promise<{ token: string; until: string }>
  read(token: string): Promise<{ creation: string; until: string } | undefined>
}
/** What the commits say of the files in the content folder. */
export type CommitHistory = {
  /** The present commit. */
  head(): Promise<string | undefined>
  /** Whether the file was deleted in a commit since this one. */
  isDeletedSince(commit: string, file: string): Promise<boolean>
}
export type PreviewLinksDeps = {
  content: Pick<Content, 'snapshot' | 'onChange'>
  tokens: PreviewTokens
  text: PrivateText
  /** The content folder. */
  dir: string
  /** With several replicas: other processes use the text, with content that may be older or newer. */
  commits: CommitHistory | undefined
  now(): Date
  log: Log
}
export type PreviewLinks = ReturnType<typeof createPreviewLinks>

/**
 * Links that each show one post that is not public. A link belongs to the creation of its post: it follows a rename, and ends with
 * the post, also if that is restored or another post gets its id.
 */
export function createPreviewLinks({ content, dir, commits, tokens, text, now, log }: PreviewLinksDeps) {
  let working = Promise.resolve()
  /** As they were read or written last. */
  let known: readonly StoredPreview[] = []
  content.onChange((before, after) => {
    const isMoved = !isSame(before.ids, after.ids) || !isSame(before.aliases, after.aliases)
    if (isMoved || known.some((preview) => changedPost(preview, after)))
      follow((preview) => afterChange(preview, before, after))
  })
  follow((preview) => afterStart(preview, content.snapshot(), commits !== undefined), isReplaced)

  /** Never throws. `isEnded`: of previews that end. */
  function follow(
    step: (preview: StoredPreview) => StoredPreview | undefined,
    isEnded: (preview: StoredPreview) => Promise<boolean> = async () => false,
  ): void {
    working = working
      .then(async () => {
        const all = await previews()
        const ended = new Set<string>()
        const seen = new Map<string, SeenFile>()
        for (const one of all) {
          if (await isEnded(one)) ended.add(one.id)
          const next = step(one)
          const file = next && (await unseenFile(next))
          if (file) seen.set(one.id, file)
        }
        const follow = (one: StoredPreview) => {
          const next = ended.has(one.id) ? undefined : step(one)
          return next ? [{ ...next, seen: seen.get(one.id) ?? next.seen }] : []
        }
        if (all.length > 0) await changeAll((all) => all.flatMap(follow))
      })
      .catch((error) => log.error('preview links not followed', errorFields(error)))
  }

  /** The file of a preview, unless it is as it was seen. With replicas, whose content differs, what it was first stays. */
  async function unseenFile(preview: StoredPreview): Promise<SeenFile | undefined> {
    const entry = changedPost(preview, content.snapshot())
    return entry && seenFile(entry)
  }

  function changedPost(preview: StoredPreview, snapshot: Snapshot): PostEntry | undefined {
    const entry = presentPost(preview, snapshot)
    if (!entry || preview.gone) return
    const { seen } = preview
    const isSeen = seen?.file === entry.file && (commits !== undefined || seen.revision === entry.revision)
    return isSeen ? undefined : entry
  }

  async function seenFile({ file, revision }: PostEntry): Promise<SeenFile> {
    const [birth, commit] = await Promise.all([birthOf(file), commits?.head()])
    return { file, revision, ...(birth && { birth }), ...(commit && { commit }) }
  }

  /** Whether another file was created in place of the one that was seen, which was not only edited or moved. */
  async function isReplaced(preview: StoredPreview): Promise<boolean> {
    const entry = presentPost(preview, content.snapshot())
    const { seen } = preview
    if (!entry || !seen || seen.revision === entry.revision) return false
    if (commits) return seen.commit !== undefined && commits.isDeletedSince(seen.commit, seen.file)
    return seen.birth === undefined || seen.birth !== (await birthOf(entry.file))
  }

  /** When a file was created, on this machine. `undefined` for one that is gone, and where the file system does not say it. */
  async function birthOf(file: string): Promise<string | undefined> {
    const found = await stat(pathInside(dir, file), { bigint: true }).catch(unlessMissing)
    return found && found.birthtimeNs > 0n ? String(found.birthtimeNs) : undefined
  }

  const changeAll = (edit: (previews: readonly StoredPreview[]) => StoredPreview[]): Promise<void> =>
    text.change(async (stored) => {
      const json = storedIn(stored, text.name)
      const before = json?.known.previews ?? []
      const isOpen = ({ until }: StoredPreview) => until > now().toISOString()
      const after = edit(before.filter(isOpen))
      known = after
      return Bun.deepEquals(before, after) ? stored : storedText({ previews: after }, json)
    })

  /** Throws `NotFoundError`, and what the text and the tokens throw. */
  async function issue(post: string, administrator: string): Promise<{ token: string; until: string }> {
    await working
    const entry = content.snapshot().posts.get(post)
    if (!entry) throw new NotFoundError('This post does not exist.')
    const same = (await previews()).find((one) => isOf(one, entry))
    const id = same?.id ?? randomUUID()
    const link = await tokens.issue(id, administrator)
    const { file } = entry
    const preview = { id, post, file, until: link.until, gone: false, seen: await seenFile(entry) }
    await changeAll((all) => [...all.filter((one) => one.id !== id), preview])
    return link
  }

  async function previews(): Promise<readonly StoredPreview[]> {
    known = storedIn(await text.read(), text.name)?.known.previews ?? []
    return known
  }

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

/** The post in the file of a preview, or at its id. */
const presentPost = ({ post, file }: StoredPreview, { ids, posts }: Snapshot): PostEntry | undefined =>
  posts.get(ids.get(file) ?? post)

/** A preview after a change: none once its post is gone and another one, or a restored one, has its place. */
function afterChange(preview: StoredPreview, before: Snapshot, after: Snapshot): StoredPreview | undefined {
  const { post, file, gone } = preview
  const present = after.ids.get(file)
  if (gone && (present !== undefined || after.posts.has(post))) return undefined
  if (present !== undefined) return { ...preview, post: present }
  const next = after.posts.get(post) ?? renamedPost(post, before, after)
  if (next) return { ...preview, post: next.id, file: next.file, gone: false }
  // A replica may not have the post yet.
  return { ...preview, gone: gone || before.ids.has(file) || before.posts.has(post) }
}

/** The post that has got this former id with the change. One that has had it all the time is another post. */
function renamedPost(formerId: string, before: Snapshot, after: Snapshot): PostEntry | undefined {
  const post = after.posts.get(after.aliases.get(formerId) ?? '')
  const same = post && before.posts.get(before.ids.get(post.file) ?? '')
  return same?.aliases.includes(formerId) ? undefined : post
}

/** A preview after a start: posts may have been deleted while the site did not run. A replica may not have those of others yet. */
function afterStart(preview: StoredPreview, snapshot: Snapshot, isReplica: boolean): StoredPreview | undefined {
  if (isReplica) return preview
  const isThere = presentPost(preview, snapshot) !== undefined
  return preview.gone && isThere ? undefined : { ...preview, gone: !isThere }
}

/** A text that is no JSON counts as none. Throws `OperatorError` for JSON of an unknown version. */
function storedIn(text: string | undefined, name: string): StoredJson<AllPreviews> | undefined {
  const stored = text === undefined ? 'damaged' : readStored(AllPreviewsSchema, text, name)
  return stored === 'damaged' ? undefined : stored
}
