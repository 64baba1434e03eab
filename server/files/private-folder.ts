import { chmod, mkdir } from 'node:fs/promises'

/** Makes the folder, or takes everybody else's rights from it (decision 16). */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}
