import { useQuery } from '@tanstack/react-query'
import { fetchFolderImages } from '#client/api/media.ts'
import { colocatedName } from '#contract/pictures.ts'

/** Images in the folder of a post, whose names contain these words. Without a folder or words, none. */
function useFolderImages(folder: string | undefined, words: string | undefined) {
  const { data = [] } = useQuery({
    queryKey: ['folder-images', folder, words],
    queryFn: () => fetchFolderImages(folder ?? '', words ?? ''),
    enabled: folder !== undefined && words !== undefined,
  })
  return data
}

/** The stored path of an image; `undefined` for a name in the folder of the post until the server has answered. */
export function useStoredPath(folder: string | undefined, image: string): string | undefined {
  const name = colocatedName(image)
  const found = useFolderImages(folder, name).find(({ url }) => url === name)
  return name === undefined ? image || undefined : found?.path
}

/** The name that people know an image by: in the folder of the post it has one, while its stored path is a hash. */
export function useImageName(folder: string | undefined, image: string): string {
  const found = useFolderImages(folder, image === '' ? undefined : '').find(({ path }) => path === image)
  return found?.url ?? image.slice(image.lastIndexOf('/') + 1)
}
