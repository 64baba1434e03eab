import { join } from 'node:path'
import { DomainError, NotFoundError, OperatorError } from '#server/lib/errors.ts'
import type { ContentFileError, Flaw } from '#server/text/front-matter/content-file-error.ts'

/** A change that would leave a file that cannot be read again. */
export class InvalidContentError extends DomainError {
  readonly kind = 'invalid'
}

export class ContentNotFoundError extends NotFoundError {
  constructor() {
    super('This is no longer there.')
  }
}

/** Content without which there is no site. The message is one sentence for the operator. */
export class InvalidContentFolderError extends OperatorError {
  override name = 'InvalidContentFolderError'
}

/** A problem of a file, for the log, the dashboard and the health check. */
export type Problem = Flaw & {
  /** A path that an editor can open: `content/posts/x.md`. */
  file: string
  severity: 'error' | 'warning'
}

export const problemsOf = (
  dir: string,
  file: string,
  { flaws }: ContentFileError,
  severity: Problem['severity'] = 'error',
): Problem[] => flaws.map((flaw) => ({ file: join(dir, file), ...flaw, severity }))

/** `content/posts/x.md:4:8 date: "19/04/2023" is not a date (write 2023-04-19)` */
export const problemLine = ({ file, line, column, reason }: Problem) => `${file}:${line}:${column} ${reason}`
