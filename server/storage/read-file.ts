import { realDisk } from './disk.ts'

/** All bytes of a file. Throws what the disk throws. */
export async function readBytes(path: string, disk = realDisk): Promise<Buffer> {
  const file = await disk.openToRead(path)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** The text of a file, as UTF-8. Throws what the disk throws. */
export const readText = async (path: string): Promise<string> => (await readBytes(path)).toString('utf8')
