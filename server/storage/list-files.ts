import { readdir } from 'node:fs/promises'

/** The names of what lies directly in a folder, sorted; hidden ones are left out. A folder that is not there is empty. */
export async function listFiles(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => !name.startsWith('.')).sort()
}

/** Hidden names in a folder: what a crash left is among them. */
export async function listHidden(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.startsWith('.'))
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
