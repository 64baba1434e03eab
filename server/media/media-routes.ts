import { Elysia } from 'elysia'
import { adminPaths } from '#contract/admin-paths.ts'
import { MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import {
  AddMediaSchema,
  DeleteMediaSchema,
  type MediaInUse,
  MediaQuerySchema,
  ReplaceMediaSchema,
} from '#contract/media.ts'
import { filledQueryOf, parseOrThrow, type RequestTools, readForm } from '#server/http/request.ts'
import { json, PRIVATE } from '#server/http/responses.ts'
import { InvalidImageError } from './image-store.ts'
import type { MediaLibrary } from './media-library.ts'

/** The media library, for administrators. */
export function mediaRoutes(media: MediaLibrary, { requireAdmin, audit }: RequestTools) {
  async function list(request: Request) {
    await requireAdmin(request)
    return json(await media.list(parseOrThrow(MediaQuerySchema, filledQueryOf(request))), PRIVATE)
  }

  async function add(request: Request) {
    const { administrator } = await requireAdmin(request)
    const form = await readForm(request, { maxBytes: MULTIPART_MAX_BYTES })
    const { post } = parseOrThrow(AddMediaSchema, { post: form.get('post') || undefined })
    const item = await media.add(await imageIn(form), post, administrator)
    await audit(request, 'media.added', { subject: item.file })
    return json(item, { status: 201 })
  }

  async function replace(request: Request) {
    const { administrator } = await requireAdmin(request)
    const form = await readForm(request, { maxBytes: MULTIPART_MAX_BYTES })
    const expected = form.getAll('posts').filter((id) => id !== '')
    const sent = { path: form.get('path') ?? '', ...(form.has('posts') && { posts: expected }) }
    const { path, posts } = parseOrThrow(ReplaceMediaSchema, sent)
    const replaced = await media.replace(path, await imageIn(form), posts, administrator)
    await audit(request, 'media.replaced', { subject: path })
    return json(replaced)
  }

  async function remove(request: Request) {
    const { administrator } = await requireAdmin(request)
    const { path, force } = parseOrThrow(DeleteMediaSchema, filledQueryOf(request))
    const inUse = await media.remove(path, force === 'true', administrator)
    if (inUse) return json({ message: IN_USE, ...inUse } satisfies MediaInUse, { status: 409 })
    await audit(request, 'media.deleted', { subject: path })
    return json({ message: 'The image was deleted.' })
  }

  return new Elysia({ name: 'media' })
    .get(adminPaths.media, ({ request }) => list(request))
    .post(adminPaths.media, ({ request }) => add(request), { parse: 'none' })
    .post(adminPaths.replaceMedia, ({ request }) => replace(request), { parse: 'none' })
    .delete(adminPaths.media, ({ request }) => remove(request), { parse: 'none' })
}

const IN_USE = 'This image is in use. Nothing was deleted.'

/** Throws `InvalidImageError` unless the form has one. */
async function imageIn(form: FormData): Promise<{ bytes: Uint8Array; name: string }> {
  const parts = form.getAll('image')
  const [image] = parts
  if (!(image instanceof File) || image.size === 0) throw new InvalidImageError('The image must be sent as a file.')
  if (parts.length > 1) throw new InvalidImageError('Only one image can be sent at once.')
  return { bytes: await image.bytes(), name: image.name }
}
