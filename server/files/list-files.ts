import { readdir } from 'node:fs/promises'

/** A name in a folder. `plain` is false for links, folders, sockets and whatever else is not a file. */
export type Listed = { name: string; plain: boolean }

/** What lies directly in a folder, by name. Hidden names are left out. A folder that is not there is empty. */
export async function listFiles(folder: string): Promise<Listed[]> {
  const entries = await namesIn(folder)
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({ name: entry.name, plain: entry.isFile() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Hidden names in a folder: what a crash left is among them. */
export async function listHidden(folder: string): Promise<string[]> {
  return (await namesIn(folder)).map(({ name }) => name).filter((name) => name.startsWith('.'))
}

async function namesIn(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
