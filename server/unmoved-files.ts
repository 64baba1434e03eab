import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, defaultPrivateDir, InvalidConfigError } from './config.ts'

/**
 * Throws `InvalidConfigError` while private files are in the default folder and PRIVATE_DIR is empty. Otherwise the
 * site would start without its sign-ups and with a new administrator.
 */
export function rejectUnmovedFiles({ storageDir, privateDir }: Pick<Config, 'storageDir' | 'privateDir'>): void {
  const isUsed = (folder: string) => existsSync(join(folder, 'admin.json'))
  const old = defaultPrivateDir(storageDir)
  if (isUsed(old) && !isUsed(privateDir))
    throw new InvalidConfigError(
      `PRIVATE_DIR is empty, and the site's private files are in ${old}. Move them to PRIVATE_DIR.`,
    )
}
