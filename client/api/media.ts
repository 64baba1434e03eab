import { adminPaths } from '#contract/admin-paths.ts'
import type {
  DeletedUnused,
  ImageDetailsInput,
  MediaImage,
  MediaItem,
  MediaList,
  MediaQuery,
  ReplacedMedia,
} from '#contract/media.ts'
import { storageUrl } from '#contract/paths.ts'
import { adminCall } from './admin-http.ts'
import { upload } from './upload.ts'

type OnProgress = (share: number) => void

/** One page of the media library, newest first. */
export async function fetchMedia(query: MediaQuery): Promise<MediaList> {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  return (await adminCall(`${adminPaths.media}?${new URLSearchParams(given)}`, { bearer: true })).json()
}

/** Stores an image in the library, or in the folder of a post. */
export async function addMedia(image: File, onProgress: OnProgress, folder?: string): Promise<MediaItem> {
  const form = formOf({ image, ...(folder !== undefined && { post: folder }) })
  return (await upload(adminPaths.media, form, onProgress)).json()
}

/** Stores an image for a text: the function of the editors. */
export async function uploadImage(image: File, onProgress: OnProgress, folder?: string) {
  return toEditorImage(await addMedia(image, onProgress, folder))
}

/** What a text needs of an image. */
export const toEditorImage = ({ url, path, alt, caption, width = 0, height = 0 }: MediaItem) => ({
  url,
  alt,
  caption,
  width,
  height,
  shown: path && storageUrl(path),
})

/** Whether an image is in the folder of a post. Then `url` is its name. */
export const isInFolder = ({ file }: Pick<MediaItem, 'file'>): boolean => file.startsWith('content/')

/** The images in the folder of a post whose names have these words, newest first. */
export async function fetchFolderImages(folder: string, words: string): Promise<MediaItem[]> {
  const { items } = await fetchMedia({ in: 'library', post: folder, q: words })
  return items.filter(isInFolder)
}

/** Shows another image wherever this one is used, if its users are still those of `item`. */
export async function replaceMedia(item: MediaItem, image: File, onProgress: OnProgress): Promise<ReplacedMedia> {
  const form = formOf({ image, path: item.file })
  for (const { id } of item.used_in) form.append('posts', id)
  if (item.used_in.length === 0) form.append('posts', '')
  return (await upload(adminPaths.replaceMedia, form, onProgress)).json()
}

/** Throws a 409 for an image in use, unless it is forced. */
export async function deleteMedia(file: string, force: boolean): Promise<void> {
  const query = new URLSearchParams({ path: file, ...(force && { force: 'true' }) })
  await adminCall(`${adminPaths.media}?${query}`, { method: 'DELETE', bearer: true })
}

/** An image with each place that shows it. */
export async function fetchImage(path: string): Promise<MediaImage> {
  return (await adminCall(`${adminPaths.mediaImage}?${new URLSearchParams({ path })}`, { bearer: true })).json()
}

/** Changes what the library suggests for the next use of an image. */
export async function describeImage(details: ImageDetailsInput): Promise<void> {
  await adminCall(adminPaths.mediaImage, { method: 'PUT', json: details, bearer: true })
}

/** Deletes those of the images that nothing uses now. */
export async function deleteUnusedMedia(paths: readonly string[]): Promise<DeletedUnused> {
  const response = await adminCall(adminPaths.deleteUnusedMedia, { method: 'POST', json: { paths }, bearer: true })
  return response.json()
}

/** Brings deleted images back. */
export async function undoMediaDeletion(undo: string): Promise<void> {
  await adminCall(adminPaths.undoMediaDeletion, { method: 'POST', json: { undo }, bearer: true })
}

/** The page of an image. */
export const imagePageUrl = ({ file }: Pick<MediaItem, 'file'>): string =>
  `${adminPaths.imagePage}?${new URLSearchParams({ path: file })}`

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
