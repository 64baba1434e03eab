import { basename, resolve } from 'node:path'
import { createPictures } from './pictures.ts'

/** `bun server/media/import.ts FILE…`: keeps pictures for an editor, and prints the front-matter line for each. */
export async function importPictures(files: readonly string[], dir: string, print: (line: string) => void) {
  const pictures = createPictures({ dir })
  for (const file of files) {
    const path = await pictures.keep(await Bun.file(file).bytes())
    print(`# ${basename(file)}\nimage: ${path}`)
  }
}

if (import.meta.main) {
  const dir = resolve(process.env.STORAGE_DIR ?? 'storage', 'public')
  try {
    await importPictures(process.argv.slice(2), dir, console.log)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
