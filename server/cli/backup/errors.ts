/** Why nothing was backed up or restored: a sentence for whoever asked for it. */
export class BackupError extends Error {
  override name = 'BackupError'
}
