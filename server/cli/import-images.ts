import { basename, resolve } from 'node:path'
import { createImageStore } from '#server/media/image-store.ts'
import { onStandardError, sayWhichSite } from './which-site.ts'

/** `bun run picture FILE…`: stores images for an editor and prints the front-matter line of each. */
export async function importImages(files: readonly string[], dir: string, print: (line: string) => void) {
  const images = createImageStore({ dir })
  for (const file of files) {
    const path = await images.store(await Bun.file(file).bytes())
    print(`# ${basename(file)}\nimage: ${path}`)
  }
}

if (import.meta.main) {
  const { CONTENT_DIR: contentDir = 'content', STORAGE_DIR: storageDir = 'storage' } = process.env
  const dir = resolve(storageDir, 'public')
  try {
    await sayWhichSite({ contentDir, storageDir }, onStandardError)
    await importImages(process.argv.slice(2), dir, console.log)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
