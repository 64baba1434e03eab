import { basename, resolve } from 'node:path'
import { createImageStore } from '#server/media/image-store.ts'
import { runCommand, usageOf } from './run-command.ts'
import { onStandardError, sayWhichSite } from './which-site.ts'

/** `bun run picture FILE…`: stores images for an editor and prints the front-matter line of each. */
export async function importImages(files: readonly string[], dir: string, print: (line: string) => void) {
  const images = createImageStore({ dir })
  for (const file of files) {
    const path = await images.store(await Bun.file(file).bytes())
    print(`# ${basename(file)}\nimage: ${path}`)
  }
}

export const USAGE = usageOf({
  synopsis: `picture FILE …
  Stores images for posts in three widths, and prints the front-matter line of each.`,
  example: 'bun run picture photo.jpg',
  exitCodes: { 0: 'stored', 1: 'an image could not be stored; those that were printed are' },
})

if (import.meta.main)
  await runCommand(USAGE, async () => {
    const { CONTENT_DIR: contentDir = 'content', STORAGE_DIR: storageDir = 'storage' } = process.env
    await sayWhichSite({ contentDir, storageDir }, onStandardError)
    await importImages(process.argv.slice(2), resolve(storageDir, 'public'), console.log)
    return 0
  })
