import { realDisk } from './disk.ts'

/** Makes the folder, or takes everybody else's rights from it (decision 16). */
export async function privateFolder(folder: string): Promise<void> {
  await realDisk.mkdir(folder, { recursive: true, mode: 0o700 })
  await realDisk.chmod(folder, 0o700)
}
