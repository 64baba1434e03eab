import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { MULTIPART_MAX_BYTES } from '#contract/limits.ts'
import {
  AddMediaSchema,
  DeletedUnusedSchema,
  DeleteMediaSchema,
  DeleteUnusedSchema,
  ImageDetailsSchema,
  MEDIA_PER_PAGE,
  MediaImageQuerySchema,
  MediaImageSchema,
  type MediaInUse,
  MediaInUseSchema,
  MediaItemSchema,
  MediaListSchema,
  MediaQuerySchema,
  ReplacedMediaSchema,
  ReplaceMediaSchema,
  UndoDeletionSchema,
  UndoneDeletionSchema,
} from '#contract/media.ts'
import { parseOrThrow } from '#server/http/body.ts'
import {
  created,
  endpoint,
  filledParameters,
  jsonBody,
  message,
  multipartBody,
  ok,
  privately,
} from '#server/http/endpoint.ts'
import { json } from '#server/http/responses.ts'
import { InvalidImageError } from './image-store.ts'
import { toItem } from './media-items.ts'
import type { MediaLibrary } from './media-library.ts'
import type { UnusedImages } from './unused-images.ts'
import type { WhereUsed } from './where-used.ts'

const image = v.pipe(v.file(), v.description('JPEG, PNG, WebP or GIF of at most 10 MB and 50 megapixels.'))
const formWith = (entries: v.ObjectEntries) =>
  multipartBody(v.object({ image, ...entries }), { maxBytes: MULTIPART_MAX_BYTES })

const IN_USE = 'This image is in use. Nothing was deleted.'

type Media = { library: MediaLibrary; unused: UnusedImages; whereUsed: WhereUsed }

/** The media library. */
export const mediaEndpoints = ({ library: media, unused, whereUsed }: Media) => [
  endpoint({
    id: 'listMedia',
    summary: 'Lists stored images and the posts that use them',
    description:
      'Newest first. `q`: words of the path, the name of the uploaded file, the description, the caption or titles of posts. With `post`, the id of a post in a folder of its own, the images in that folder come first, also with `in=library`.',
    method: 'GET',
    path: adminPaths.media,
    access: 'administrator',
    query: filledParameters(MediaQuerySchema),
    response: privately(
      ok(
        MediaListSchema,
        `At most ${MEDIA_PER_PAGE} images, the number of all that match, and where the next page begins.`,
      ),
    ),
    errors: [422],
    handle: ({ query }) => media.list(query),
  }),
  endpoint({
    id: 'addMedia',
    summary: 'Stores an image',
    description:
      'Encoded again as WebP in three widths, without metadata. Git gets the image with the first save of a post that uses it. With `post`, the id of a post in a folder of its own, the image is stored in that folder, as one WebP of at most 1600 pixels.',
    method: 'POST',
    path: adminPaths.media,
    access: 'administrator',
    body: formWith(AddMediaSchema.entries),
    response: created(MediaItemSchema, 'The stored image.'),
    errors: [404],
    async handle({ body: form, who, audit }) {
      const { post } = parseOrThrow(AddMediaSchema, { post: form.get('post') || undefined })
      const item = await media.add(await imageIn(form), post, who.person)
      await audit('media.added', { subject: item.file })
      return item
    },
  }),
  endpoint({
    id: 'replaceMedia',
    summary: 'Shows another image wherever this one is used',
    description:
      'All posts that use it change in one commit. The old image stays in the library. `posts` are the ids of its users as they were shown; if they are others by now, the response is 409 and nothing changes.',
    method: 'POST',
    path: adminPaths.replaceMedia,
    access: 'administrator',
    body: formWith(ReplaceMediaSchema.entries),
    response: ok(ReplacedMediaSchema, 'The new image, and the posts that show it now.'),
    errors: [404, 409],
    async handle({ body: form, who, audit }) {
      const expected = form.getAll('posts').filter((id) => id !== '')
      const sent = { path: form.get('path') ?? '', ...(form.has('posts') && { posts: expected }) }
      const { path, posts } = parseOrThrow(ReplaceMediaSchema, sent)
      const replaced = await media.replace(path, await imageIn(form), posts, who.person)
      await audit('media.replaced', { subject: path })
      return replaced
    },
  }),
  endpoint({
    id: 'deleteMedia',
    summary: 'Deletes an image in all widths',
    description: 'While posts use it, only with `force=true`: they show nothing in its place then.',
    method: 'DELETE',
    path: adminPaths.media,
    access: 'administrator',
    confirms: { effect: 'deletes for good' },
    query: filledParameters(DeleteMediaSchema),
    response: message('Deleted.'),
    errors: [404, 422],
    errorResponses: { 409: ok(MediaInUseSchema, 'Posts use the image. Nothing was deleted.') },
    async handle({ query: { path, force }, who, audit }) {
      const inUse = await media.remove(path, force === 'true', who.person)
      if (inUse) return json({ message: IN_USE, ...inUse } satisfies MediaInUse, { status: 409 })
      await audit('media.deleted', { subject: path })
      return { message: 'The image was deleted.' }
    },
  }),
  endpoint({
    id: 'readMedia',
    summary: 'Returns one image and where it is used',
    method: 'GET',
    path: adminPaths.mediaImage,
    access: 'administrator',
    query: filledParameters(MediaImageQuerySchema),
    response: privately(ok(MediaImageSchema, 'The image, with each place that shows it.')),
    errors: [404, 422],
    async handle({ query: { path } }) {
      const image = await media.find(path)
      return { ...toItem(image), added_by: image.addedBy, uses: await whereUsed(image) }
    },
  }),
  endpoint({
    id: 'describeMedia',
    summary: 'Changes the description and the caption that the library suggests',
    description: 'For the next use of the image. Texts that use it stay as they are.',
    method: 'PUT',
    path: adminPaths.mediaImage,
    access: 'administrator',
    body: jsonBody(ImageDetailsSchema),
    response: ok(MediaItemSchema, 'The image.'),
    errors: [404],
    async handle({ body: { path, ...details }, audit }) {
      const item = await media.describe(path, details)
      await audit('media.described', { subject: path })
      return item
    },
  }),
  endpoint({
    id: 'deleteUnusedMedia',
    summary: 'Deletes images that nothing uses',
    description:
      'As one change. Whether an image is unused is decided now: one that a text uses by now stays, and is named. For a day, `undo` brings the images back.',
    method: 'POST',
    path: adminPaths.deleteUnusedMedia,
    access: 'administrator',
    body: jsonBody(DeleteUnusedSchema),
    response: privately(ok(DeletedUnusedSchema, 'What was deleted, and what stays.')),
    errors: [409],
    async handle({ body: { paths }, who, audit }) {
      const { deleted, kept, undo } = await unused.remove(paths, who.person)
      for (const { file } of deleted) await audit('media.deleted', { subject: file })
      return { deleted: deleted.map(({ file }) => file), kept: kept.map(toItem), undo }
    },
  }),
  endpoint({
    id: 'undoMediaDeletion',
    summary: 'Brings deleted images back',
    description: 'Those of one call of `deleteUnusedMedia`, once, within a day.',
    method: 'POST',
    path: adminPaths.undoMediaDeletion,
    access: 'administrator',
    body: jsonBody(UndoDeletionSchema),
    response: privately(ok(UndoneDeletionSchema, 'How many images are back.')),
    errors: [404, 409],
    async handle({ body: { undo }, who, audit }) {
      const restored = await unused.restore(undo, who.person)
      await audit('media.restored', { subject: undo })
      return { restored }
    },
  }),
]

/** Throws `InvalidImageError` unless the form has one. */
async function imageIn(form: FormData): Promise<{ bytes: Uint8Array; name: string }> {
  const parts = form.getAll('image')
  const [image] = parts
  if (!(image instanceof File) || image.size === 0) throw new InvalidImageError('The image must be sent as a file.')
  if (parts.length > 1) throw new InvalidImageError('Only one image can be sent at once.')
  return { bytes: await image.bytes(), name: image.name }
}
