import { isUtf8 } from 'node:buffer'
import type { StuckSaves } from '#contract/stuck-saves.ts'
import type { ContentStore } from '#server/content/content.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { deniedFiles, makeSave, mergeForced } from '#server/git/make-save.ts'
import type { FileBytes } from '#server/lib/bytes.ts'
import { ConflictError, NotFoundError } from '#server/lib/errors.ts'
import type { StuckSave } from '#server/storage/shared-saves.ts'
import { diffTexts, hunksOf } from './diff.ts'

const COUNT_MS = 5_000

type StuckSavesDeps = { checkout: Checkout; content: Pick<ContentStore, 'change'> }
export type StuckSavesService = ReturnType<typeof createStuckSaves>

/** The saves that no replica could make. An administrator applies them to the current files, or discards them. */
export function createStuckSaves({ checkout, content }: StuckSavesDeps) {
  const all = async () => (await checkout?.shared?.saves.stuck()) ?? []

  /** Throws `NotFoundError`, also where another administrator was faster. */
  async function find(id: string): Promise<StuckSave> {
    const found = (await all()).find((save) => save.id === id)
    if (!found) throw new NotFoundError('This save is not waiting any more.')
    return found
  }

  async function dismiss(id: string) {
    await checkout?.shared?.saves.dismiss(id)
    recount()
  }

  let count = 0
  let timer: Timer | undefined
  /** Keeps the last number while the database is away. */
  const recount = () =>
    void all().then(
      ({ length }) => {
        count = length
      },
      () => {},
    )

  return {
    /** How many there were some seconds ago. */
    count: () => count,
    follow(): void {
      if (!checkout?.shared) return
      recount()
      timer ??= setInterval(recount, COUNT_MS).unref()
    },
    close: () => clearInterval(timer),
    async list(): Promise<StuckSaves> {
      const isAllowed = await checkout?.shared?.isAllowed()
      const saves = (await all()).map((save) => ({
        id: save.id,
        at: save.at,
        subject: save.subject,
        author: save.editor?.name ?? null,
        reason: save.problem,
        canApply: !save.isUnreadable && isAllowed !== undefined && deniedFiles(save, isAllowed).length === 0,
        files: save.files.map(({ path, before, after }) => ({
          path,
          diff: save.isUnreadable ? null : diffOf(before, after),
        })),
      }))
      return { saves }
    },
    /** Throws `ConflictError` for a save that cannot be read or changes other files, and what `content.change` throws. */
    async apply(id: string): Promise<StuckSave> {
      const save = await find(id)
      if (save.isUnreadable) throw new ConflictError(save.problem)
      if (!checkout?.shared || deniedFiles(save, await checkout.shared.isAllowed()).length > 0)
        throw new ConflictError('This save changes files that only an operator can change. Make the change in git.')
      const { root } = checkout.repository
      await makeSave({ root, prefix: checkout.prefix, content }, save, mergeForced, { isRecorded: false })
      await dismiss(id)
      return save
    },
    async discard(id: string): Promise<StuckSave> {
      const save = await find(id)
      await dismiss(id)
      return save
    },
  }
}

function diffOf(before: FileBytes, after: FileBytes) {
  if (![before, after].every((bytes) => bytes === null || isUtf8(bytes))) return null
  const [old = '', next = ''] = [before, after].map((bytes) => new TextDecoder().decode(bytes ?? new Uint8Array()))
  return hunksOf(diffTexts(old, next))
}
