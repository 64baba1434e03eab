import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import {
  AddMediaSchema,
  DeleteMediaSchema,
  MEDIA_PER_PAGE,
  MediaInUseSchema,
  MediaItemSchema,
  MediaListSchema,
  MediaQuerySchema,
  ReplacedMediaSchema,
  ReplaceMediaSchema,
} from '#contract/media.ts'
import { confirmationNeeded } from './account-operations.ts'
import { admin, created, json, message } from './operation.ts'

const image = v.pipe(v.file(), v.description('JPEG, PNG, WebP or GIF of at most 10 MB and 50 megapixels.'))
const form = (entries: v.ObjectEntries) => ({
  schema: v.object({ image, ...entries }),
  types: ['multipart/form-data'],
})

const items = json(
  MediaListSchema,
  `At most ${MEDIA_PER_PAGE} images, the number of all that match, and where the next page begins.`,
)
const added = created(MediaItemSchema, 'The stored image.')
const replaced = json(ReplacedMediaSchema, 'The new image, and the posts that show it now.')
const inUse = json(MediaInUseSchema, 'Posts use the image. Nothing was deleted.')

/** The images of posts. */
export const mediaOperations = [
  admin.get(adminPaths.media, 'listMedia', 'Lists stored images and the posts that use them', items, {
    description:
      'Newest first. `q`: words of the path, the description or titles of posts. With `post`, the id of a post in a folder of its own, the images in that folder come first, also with `in=library`.',
    query: MediaQuerySchema,
    errors: [422],
  }),
  admin.post(adminPaths.media, 'addMedia', 'Stores an image', added, {
    description:
      'Encoded again as WebP in three widths, without metadata. Git gets the image with the first save of a post that uses it. With `post`, the id of a post in a folder of its own, the image is stored in that folder, as one WebP of at most 1600 pixels.',
    body: form(AddMediaSchema.entries),
    errors: [404],
  }),
  admin.post(adminPaths.replaceMedia, 'replaceMedia', 'Shows another image wherever this one is used', replaced, {
    description:
      'All posts that use it change in one commit. The old image stays in the library. `posts` are the ids of its users as they were shown; if they are others by now, the response is 409 and nothing changes.',
    body: form(ReplaceMediaSchema.entries),
    errors: [404, 409],
  }),
  admin.delete(adminPaths.media, 'deleteMedia', 'Deletes an image in all widths', message('Deleted.'), {
    description: 'While posts use it, only with `force=true`: they show nothing in its place then.',
    query: DeleteMediaSchema,
    errors: [404, 422],
    errorResponses: { ...confirmationNeeded, 409: inUse },
  }),
]
