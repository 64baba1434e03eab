import { isUtf8 } from 'node:buffer'
import { join, relative } from 'node:path'
import type { ContentFile, ContentProblem, ContentProblems, RepairContentFile } from '#contract/content.ts'
import { FILE_MAX_BYTES, isContentFile, revisionOf } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { InvalidContentError, problemLine } from '#server/content/files/errors.ts'
import { isPictureFile, isPostFile } from '#server/content/files/post-names.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import { ContentFileError, ifValid } from '#server/text/front-matter/content-file-error.ts'
import { repairLines } from '#server/text/front-matter/front-matter.ts'
import type { Content, Editor, Transaction } from './content.ts'

/** A wrong merge can break ten thousand files. */
const PROBLEMS_MAX = 100

type Options = { content: Content; dir: string }

/** The problems of content files. A file that has one can be read as it is on the disk, and repaired; no other file can. */
export function createRepairs({ content, dir }: Options) {
  function list(): ContentProblems {
    const problems = listProblems(content.snapshot(), dir)
    return { total: problems.length, problems: problems.slice(0, PROBLEMS_MAX) }
  }

  /** Throws `NotFoundError` for a file without a problem, and `InvalidContentError` for one that is no text. */
  const read = (file: string): Promise<ContentFile> =>
    content.change(async (tx) => {
      const problems = problemsOf(tx, file)
      const bytes = await bytesOf(tx, file)
      if (!isUtf8(bytes)) throw new InvalidContentError('This file is not UTF-8 text. Repair it in the content folder.')
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
      const repaired = isPostFile(file) ? ifValid(() => repairLines(text)) : undefined
      return { file, text, revision: revisionOf(bytes), problems, ...(repaired && { repaired }) }
    })

  /**
   * Replaces the text of a file. Returns the problems that prevent it; without any, the file is live. Throws what `read` throws,
   * and `ConflictError` if the file has changed since `revision`.
   */
  async function write({ file, text, revision }: RepairContentFile, editor: Editor): Promise<ContentProblem[]> {
    const work = async (tx: Transaction) => {
      const [first] = problemsOf(tx, file)
      if (revisionOf(await bytesOf(tx, file)) !== revision)
        throw new ConflictError('This file was changed meanwhile. Copy what you wrote, and open the file again.')
      const problems = problemsIn(file, text, first?.shown ?? 'nothing')
      if (problems.length === 0) tx.write(file, text)
      return problems
    }
    return content.change(work, { subject: `content: repair ${file}`, editor })
  }

  function problemsOf({ snapshot }: Transaction, file: string): ContentProblem[] {
    const problems = isText(file) ? listProblems(snapshot, dir).filter((one) => one.file === file) : []
    if (problems.length === 0) throw new NotFoundError('This file has no problem that can be repaired here.')
    return problems
  }

  return { list, read, write }
}

export type Repairs = ReturnType<typeof createRepairs>

const isText = (file: string) => isContentFile(file) && !isPictureFile(file)

async function bytesOf(tx: Transaction, file: string): Promise<Uint8Array> {
  try {
    return await tx.readBytes(file)
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const limit = `${FILE_MAX_BYTES / 1000} kB`
    throw new InvalidContentError(
      `This is a link, a folder or a file of more than ${limit}. Repair it in the content folder.`,
    )
  }
}

function problemsIn(file: string, text: string, shown: ContentProblem['shown']): ContentProblem[] {
  try {
    decodeFile(file, new TextEncoder().encode(text))
    return []
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return error.flaws.map((flaw) => ({ file, ...flaw, severity: 'error', shown }))
  }
}

/** The problems of the content files, each once, errors first. Paths are relative to the content folder; its own is `.`. */
function listProblems({ problems, lastGood }: Snapshot, dir: string): ContentProblem[] {
  const each = new Map(problems.map((one) => [problemLine(one), one]))
  const errorsFirst = [...each.values()].toSorted((a, b) => a.severity.localeCompare(b.severity))
  return errorsFirst.map(({ file, line, column, reason, severity }) => {
    const shown = severity === 'warning' ? 'as-it-is' : lastGood.has(file) ? 'last-good' : 'nothing'
    return { file: relative(dir, join(file)) || '.', line, column, reason, severity, shown }
  })
}
