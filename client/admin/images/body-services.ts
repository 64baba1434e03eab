import type { BodyEditorProps, LinkTarget, UploadedImage } from '#client/admin/shared/body-editor.ts'
import { fetchFolderImages, fetchMedia, toEditorImage, uploadImage } from '#client/api/media.ts'
import { findPosts } from '#client/api/posts.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostSource } from '#contract/posts.ts'
import { landingIds, readersOf } from '#contract/trades.ts'
import { useImageChooser } from './image-chooser.tsx'

const SHOWN_MAX = 8

/** The pages of the site that are no posts. */
const sitePages: readonly LinkTarget[] = [
  { url: pagePaths.home, title: 'Home' },
  { url: pagePaths.features, title: 'Features' },
  { url: pagePaths.pricing, title: 'Prices' },
  { url: pagePaths.tryForFree, title: 'Try for free' },
  { url: pagePaths.contact, title: 'Contact us' },
  { url: pagePaths.learnMore, title: 'Learn more' },
  { url: pagePaths.blog, title: 'Blog' },
  ...landingIds.map((id) => ({ url: pagePaths.landing(id), title: `For ${readersOf(id)}` })),
]

/** Pages and live posts whose title or URL has what was typed. Without it, none: an address of another site may follow. */
async function findLinks(typed: string): Promise<LinkTarget[]> {
  const query = typed.trim().toLowerCase()
  if (query === '' || /^(?:[a-z][a-z+.-]*:|#)/.test(query)) return []
  const pages = sitePages.filter(({ url, title }) => title.toLowerCase().includes(query) || url.includes(query))
  const posts = await findPosts(query.replace(/^\/blog\//, ''), SHOWN_MAX).catch(() => [])
  return [...pages, ...posts.map(({ id, title }) => ({ url: pagePaths.post(id), title }))].slice(0, SHOWN_MAX)
}

/** The post in whose own folder its images are stored; `undefined`: they are stored in the library. */
export const folderOf = (source: Pick<PostSource, 'id' | 'has_folder'> | undefined) =>
  source?.has_folder ? source.id : undefined

/** What an editor of a text uses of the site. `dialog` is to be rendered. */
export function useBodyServices(folder: string | undefined) {
  const { chooseImage, dialog } = useImageChooser(folder)
  const services: BodyServices = {
    folder,
    uploadImage: (file, onProgress) => uploadImage(file, onProgress, folder),
    chooseImage,
    findLinks,
    findImages: (typed) => findImages(folder, typed),
  }
  return { services, dialog }
}

type BodyServices = Pick<BodyEditorProps, 'folder' | 'uploadImage' | 'chooseImage' | 'findLinks' | 'findImages'>

/** Images in the folder of the post, and those of the library whose description, name or post has the typed word. */
async function findImages(folder: string | undefined, typed: string): Promise<UploadedImage[]> {
  const q = typed.replace(/^\.\//, '')
  if (q === '')
    return folder === undefined ? [] : (await fetchFolderImages(folder, q).catch(() => [])).map(toEditorImage)
  const found = await fetchMedia({ in: 'library', q, ...(folder !== undefined && { post: folder }) }).catch(
    () => undefined,
  )
  return (found?.items ?? []).slice(0, SHOWN_MAX).map(toEditorImage)
}
