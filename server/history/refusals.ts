import { Refusal } from '#server/http/refusal.ts'

/** A version that could not be read or shown again. The message is for the administrator, and may quote the version. */
export class VersionRefused extends Refusal {
  readonly status = 422
}

/** Somebody's work stands in the file, and in no commit. */
export class Uncommitted extends Refusal {
  readonly status = 409
  constructor() {
    super('The file holds changes that are in no commit yet, and would be lost. Commit them first, then restore.')
  }
}
