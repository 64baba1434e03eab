/** Why nothing was backed up or restored: a sentence for whoever asked for it. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
