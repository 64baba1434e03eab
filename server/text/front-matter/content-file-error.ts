/** One thing that is wrong with a file, at a place in it. Lines and columns count from 1. */
export type Flaw = { line: number; column: number; reason: string }

/** A file that cannot be decoded. The reasons may quote the file: they go to the log and to administrators, never to visitors. */
export class ContentFileError extends Error {
  override name = 'ContentFileError'
  readonly flaws: readonly Flaw[]

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(({ reason }) => reason).join('; '))
    this.flaws = flaws
  }
}

/** A file has the markers that git writes into a merge conflict. The reason quotes nothing. */
export class MergeConflictMarkersError extends ContentFileError {
  override name = 'MergeConflictMarkersError'
  constructor(line: number, last: number) {
    const reason = `merge conflict: choose one of the versions, and delete the markers of git (up to line ${last})`
    super([{ line, column: 1, reason }])
  }
}

/** Front matter that is read, but that no single field can be changed in. */
export class UneditableFrontMatterError extends ContentFileError {
  override name = 'UneditableFrontMatterError'
  constructor() {
    const reason =
      'the front matter has a line that is no strict YAML: repair it in the list of problems of the dashboard, then save again'
    super([{ line: 1, column: 1, reason }])
  }
}

/** An error of the file as a whole, or of the place given. */
export const badFile = (reason: string, line = 1, column = 1) => new ContentFileError([{ line, column, reason }])

/** Runs `decode` and returns its result, or `undefined` for an invalid file. */
export function ifValid<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return undefined
  }
}

export const withoutMark = (text: string) => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** The line of an index, counted from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The line and the column of an index, counted from 1. */
export const placeAt = (text: string, index: number) => ({
  line: lineAt(text, index),
  column: index - text.lastIndexOf('\n', index - 1),
})
