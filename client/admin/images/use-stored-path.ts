import { useEffect, useState } from 'react'
import { fetchFolderImages } from '#client/api/media.ts'
import { colocatedName } from '#contract/pictures.ts'

/** The stored path of an image; `undefined` for a name in the folder of the post until the server has answered. */
export function useStoredPath(folder: string | undefined, image: string): string | undefined {
  const name = colocatedName(image)
  const [found, setFound] = useState<{ name: string; path: string }>()
  useEffect(() => {
    if (folder === undefined || name === undefined) return
    let isLate = false
    fetchFolderImages(folder, name).then(
      (items) => {
        const path = items.find(({ url }) => url === name)?.path
        if (!isLate && path) setFound({ name, path })
      },
      () => {}, // its name is shown instead
    )
    return () => {
      isLate = true
    }
  }, [folder, name])
  if (name === undefined) return image || undefined
  return found?.name === name ? found.path : undefined
}

/** The name that people know an image by: in the folder of the post it has one, while its stored path is a hash. */
export function useImageName(folder: string | undefined, image: string): string {
  const [found, setFound] = useState<{ image: string; name: string }>()
  useEffect(() => {
    if (folder === undefined || image === '') return
    let isLate = false
    fetchFolderImages(folder, '').then(
      (items) => {
        const name = items.find(({ path }) => path === image)?.url
        if (!isLate && name) setFound({ image, name })
      },
      () => {}, // the last part of its path is shown instead
    )
    return () => {
      isLate = true
    }
  }, [folder, image])
  return found?.image === image ? found.name : image.slice(image.lastIndexOf('/') + 1)
}
