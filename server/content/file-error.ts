/** One thing that is wrong with a file, at a place in it. Lines and columns count from 1. */
export type Flaw = { line: number; column: number; reason: string }

/** A file that cannot be read as what it should be. The reasons are for people and may quote the file: they go to the log, never to an answer. */
export class ContentFileError extends Error {
  override name = 'BadFile'
  readonly flaws: readonly Flaw[]

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(({ reason }) => reason).join('; '))
    this.flaws = flaws
  }
}

/** A flaw of the file as a whole, or of the place given. */
export const badFile = (reason: string, line = 1, column = 1) => new ContentFileError([{ line, column, reason }])
