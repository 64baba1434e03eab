import type { Name, NamesCreated } from '#contract/names.ts'
import type { ChangePlan, Content, FileChange } from '#server/content/content.ts'
import { newName, renamed } from '#server/content/name-file.ts'
import { decodeFields, editPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { ConflictError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { isThere } from './is-there.ts'
import { freeId, slugOf } from './slug.ts'

export type Names = ReturnType<typeof createNames>
export type NameKind = 'categories' | 'tags'
type Read = Parameters<ChangePlan>[1]
type ReadBytes = Parameters<ChangePlan>[2]

export const words = {
  categories: { one: 'category', many: 'categories' },
  tags: { one: 'tag', many: 'tags' },
} as const

/** What the administrator does with categories and tags (decision 13). */
export function createNames({ content }: { content: Content }) {
  /** Creates the names that do not exist yet, ignoring case; `created` lists only those. */
  async function add(kind: NameKind, names: readonly string[]): Promise<NamesCreated> {
    let created: Name[] = []
    await content.change(
      async (now, _, readBytes) => {
        // Runs again where a file changed meanwhile: what an earlier attempt planned does not count.
        created = []
        for (const name of newOnes(names, now[kind].values())) {
          created.push({ id: await idFor(kind, name, created, now, readBytes), name })
        }
        return created.map(({ id, name }) => ({ file: `${kind}/${id}.yml`, data: newName(name) }))
      },
      () => ({ subject: `${words[kind].one}: create ${created.map(({ name }) => `"${name}"`).join(', ')}` }),
    )
    return { created, message: addedMessage(kind, created.length, names.length - created.length) }
  }

  const noteOf = (kind: NameKind, id: string) => {
    const name = content.snapshot()[kind].get(id)?.name ?? id
    return () => ({ subject: `${words[kind].one}: delete "${name}"`, id })
  }

  /** Throws `NotFoundError`, and `ConflictError` while posts use it. */
  const removeCategory = (id: string) =>
    content.change(
      async (now) => {
        const category = now.categories.get(id)
        if (!category) throw new NotFoundError('This category does not exist.')
        const uses = [...now.posts.values()].filter((post) => post.category === id).length
        if (uses > 0)
          throw new ConflictError(
            `This category cannot be deleted: ${uses} ${uses === 1 ? 'post uses' : 'posts use'} it.`,
          )
        return [{ file: category.file, data: null }]
      },
      noteOf('categories', id),
    )

  /** Takes the tag off its posts in the same change. Throws `NotFoundError`. */
  const removeTag = (id: string) =>
    content.change(
      async (now, read) => {
        const tag = now.tags.get(id)
        if (!tag) throw new NotFoundError('This tag does not exist.')
        const posts = [...now.posts.values()].filter(({ tags }) => tags.includes(id))
        return [...(await Promise.all(posts.map((post) => withoutTag(post, id, read)))), { file: tag.file, data: null }]
      },
      noteOf('tags', id),
    )

  /** The id stays, and with it what posts say. Throws `NotFoundError`, and `ValidationError` for a name that another one has. */
  async function rename(kind: NameKind, id: string, name: string): Promise<Name> {
    let before = ''
    await content.change(
      async (now, read) => {
        const entry = now[kind].get(id)
        if (!entry) throw new NotFoundError(`This ${words[kind].one} does not exist.`)
        const others = [...now[kind].values()].filter((one) => one !== entry)
        if (newOnes([name], others).length === 0) throw new ValidationError({ name: { message: takenMessage(kind) } })
        before = entry.name
        return name === before ? [] : [{ file: entry.file, data: renamed(await read(entry.file), name) }]
      },
      () => ({ subject: `${words[kind].one}: rename "${before}" to "${name}"`, id }),
    )
    return { id, name }
  }

  const removers = { categories: removeCategory, tags: removeTag }
  return { add, rename, remove: async (kind: NameKind, id: string) => void (await removers[kind](id)) }
}

/** The first of each, ignoring case, that does not exist. */
function newOnes(names: readonly string[], existing: Iterable<Name>): string[] {
  const taken = new Set([...existing].map(({ name }) => name.toLowerCase()))
  return names.filter((name) => !taken.has(name.toLowerCase()) && taken.add(name.toLowerCase()))
}

const idFor = (
  kind: NameKind,
  name: string,
  created: readonly Name[],
  now: Snapshot,
  readBytes: ReadBytes,
): Promise<string> =>
  freeId(
    slugOf(name, words[kind].one),
    async (id) =>
      now[kind].has(id) || created.some((one) => one.id === id) || (await isThere(readBytes, `${kind}/${id}.yml`)),
  )

async function withoutTag({ file }: PostEntry, id: string, read: Read): Promise<FileChange> {
  const text = await read(file)
  return { file, data: editPost(text, { tags: decodeFields(text).tags.filter((one) => one !== id) }) }
}

const takenMessage = (kind: NameKind) => `There is a ${words[kind].one} of this name already.`

function addedMessage(kind: NameKind, added: number, skipped: number): string {
  const count = (number: number) => `${number} ${number === 1 ? words[kind].one : words[kind].many}`
  const sentence = `${count(added)} added.`
  return skipped === 0 ? sentence : `${sentence} ${count(skipped)} existed already.`
}
