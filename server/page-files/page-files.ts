import { join } from 'node:path'
import type {
  FormField,
  FormValues,
  PageFile,
  PageFileCard,
  PageFiles,
  PageHistory,
  PageVersionDetail,
  SavedPageFile,
  SavePageFile,
  StalePageFile,
} from '#contract/page-files.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { Content, Editor, Transaction } from '#server/content/content.ts'
import { fileText } from '#server/content/files/content-files.ts'
import { type Decoded, decodeFile, SITE_MAX_CHARACTERS } from '#server/content/files/decode-file.ts'
import { InvalidContentError } from '#server/content/files/errors.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Checkout } from '#server/git/checkout.ts'
import { readTexts, VERSIONS_MAX, type Version, versionsOf } from '#server/git/history/versions.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { DomainError, NotFoundError, ValidationError } from '#server/lib/errors.ts'
import { ContentFileError, ifValid } from '#server/text/front-matter/content-file-error.ts'
import { type FileForm, fileForms } from './file-forms.ts'
import { sectionsOf } from './form.ts'
import { createFormValues, type FormValuesCodec, mergeValues } from './values.ts'

export type PageFilesDeps = {
  content: Content
  /** The content folder. */
  dir: string
  /** `undefined` without a git checkout, or with GIT_COMMIT off. */
  checkout: Checkout
}

const NO_GIT = 'Git stores older versions: the content folder is not in a git checkout, or GIT_COMMIT is off.'
const INVALID = 'This file is invalid at the moment. Repair it first: the list of posts names its problem.'
const STALE = 'Others have changed the same fields meanwhile. Compare them, and save again.'

/** The content files that have forms in the dashboard: their values, saves and versions. */
export function createPageFiles({ content, dir, checkout }: PageFilesDeps) {
  const formsNow = () => fileForms(content.snapshot())

  /** A file without a form is not found, whatever it is. */
  function open(file: string): { form: FileForm; codec: FormValuesCodec } {
    const form = formsNow()
      .flatMap(({ forms }) => forms)
      .find((one) => one.file === file)
    if (!form) throw new NotFoundError('There is no form for this file.')
    return { form, codec: createFormValues(form.schema, SITE_MAX_CHARACTERS) }
  }

  const list = (): Promise<PageFiles> =>
    content.change(async (tx) => ({
      groups: await Promise.all(
        formsNow().map(async ({ title, forms }) => ({
          title,
          files: (await Promise.all(forms.map(async (form) => ({ form, card: await cardOf(tx, form) }))))
            // A trade without a file has no page.
            .filter(({ form, card }) => card.isStored || form.shipped)
            .map(({ card }) => card),
        })),
      ),
    }))

  async function cardOf(tx: Pick<Transaction, 'exists' | 'snapshot'>, form: FileForm): Promise<PageFileCard> {
    const { file, title, paths } = form
    const path = join(dir, file)
    const isValid = !tx.snapshot.problems.some((one) => one.file === path && one.severity === 'error')
    return { file, title, paths: [...paths], isValid, isStored: await tx.exists(file) }
  }

  /** Throws `NotFoundError`, and `InvalidContentError` for a file that is invalid. */
  async function read(file: string): Promise<PageFile> {
    const { form, codec } = open(file)
    return content.change(async (tx) => {
      const text = await textOf(tx, form)
      return {
        ...(await cardOf(tx, form)),
        help: form.help,
        sections: sectionsOf(form.schema, form.shipped),
        ...orInvalid(() => ({ values: codec.read(text), others: codec.others(text) })),
      }
    })
  }

  /** The text of the file with the values of a form, and what others have changed meanwhile. Throws `ValidationError`. */
  function changed(form: FileForm, codec: FormValuesCodec, text: string, { base, values }: SavePageFile) {
    const now = orInvalid(() => codec.read(text))
    assertTyped(codec.fields, values)
    const merge = mergeValues(codec.fields, base, values, now)
    const next = orInvalid(() => codec.write(text, merge.values))
    // A file of other texts may go on without any.
    const decoded = next.trim() === '' && form.shipped ? undefined : decodeOrReject(form.file, next)
    return { ...merge, next, now, decoded }
  }

  /** Throws `NotFoundError`, `InvalidContentError` for a file that is invalid, and `ValidationError` with the errors of fields. */
  async function save(sent: SavePageFile, editor: Editor): Promise<SavedPageFile | { stale: StalePageFile }> {
    const { form, codec } = open(sent.file)
    return content.change(
      async (tx) => {
        const text = await textOf(tx, form)
        const { next, conflicts, merged, now } = changed(form, codec, text, sent)
        if (conflicts.length > 0) return { stale: { message: STALE, conflicts, values: now } }
        if (next === text) return { values: now, merged }
        if (next.trim() !== '') tx.write(form.file, next)
        else if (await tx.exists(form.file)) tx.remove(form.file)
        return { values: codec.read(next), merged }
      },
      { subject: `page: update "${form.title}"`, editor },
    )
  }

  /** The content as it would be with the values of a form. Throws like `save`. */
  async function preview(sent: SavePageFile): Promise<Snapshot> {
    const { form, codec } = open(sent.file)
    return content.change(async (tx) => {
      const { decoded } = changed(form, codec, await textOf(tx, form), sent)
      if (decoded) return withDecoded(tx.snapshot, decoded)
      const pageTexts = [...tx.snapshot.pageTexts].filter(([, entry]) => entry.file !== form.file)
      return { ...tx.snapshot, pageTexts: new Map(pageTexts) }
    })
  }

  /** The versions of a file, after its commits are done; `undefined` without git. */
  async function locate(file: string) {
    await checkout?.idle()
    const path = await checkout?.repository.pathOf(join(dir, file))
    if (!checkout || path === undefined) return
    return { repository: checkout.repository, versions: await versionsOf(checkout.repository, path) }
  }

  async function history(file: string): Promise<PageHistory> {
    const { form } = open(file)
    const found = await locate(form.file)
    if (!found) return { kept: false, reason: NO_GIT }
    const { versions } = found
    return { kept: true, versions: versions.map(summaryOf), more: versions.length === VERSIONS_MAX }
  }

  /** Only commits of this file are read, whatever commit is requested. */
  async function version(file: string, commit: string): Promise<PageVersionDetail> {
    const { form, codec } = open(file)
    const found = await locate(form.file)
    const asked = found?.versions.find((one) => one.commit === commit)
    if (!found || !asked) throw new NotFoundError('This file has no such version.')
    const texts = await readTexts(found.repository, asked)
    const [after, before] = [texts.after, texts.before].map((bytes) => bytes && ifValid(() => fileText(bytes)))
    const [values, old] = [after, before].map((text) => text && ifValid(() => codec.read(text)))
    const changesOthers =
      values !== undefined &&
      old !== undefined &&
      !Bun.deepEquals(
        ifValid(() => codec.others(after ?? '')),
        ifValid(() => codec.others(before ?? '')),
      )
    return { ...summaryOf(asked), values: values || null, before: old || null, changesOthers }
  }

  return {
    list,
    read,
    save,
    preview,
    /** Throws `NotFoundError` and `HistoryUnavailableError`. */
    history: (file: string) => history(file).catch(unavailable),
    version: (file: string, commit: string) => version(file, commit).catch(unavailable),
  }
}

/** A file of texts that are shipped, too, may be missing. */
async function textOf(tx: Transaction, { file, shipped }: FileForm): Promise<string> {
  return shipped && !(await tx.exists(file)) ? '' : tx.read(file)
}

function orInvalid<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ContentFileError ? new InvalidContentError(INVALID) : error
  }
}

/** Bidirectional overrides would show a text in another order than it has. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
const NUMBER = /^(?:\d{1,7}(?:\.\d{1,2})?)?$/

/** Rejects what no field can hold, before anything is made of it. Throws `ValidationError`. */
function assertTyped(fields: readonly FormField[], values: FormValues): void {
  const errors: FieldErrors = {}
  const check = (path: string, kind: string, value: unknown) => {
    const problem = problemOf(kind, value)
    if (problem) errors[path] = { message: problem }
  }
  for (const field of fields) {
    const value = values[field.path]
    if (value === undefined) continue
    if (field.kind !== 'list') check(field.path, field.kind, value)
    else if (!Array.isArray(value)) errors[field.path] = { message: 'Please send a list.' }
    else
      for (const [index, entry] of value.entries())
        for (const { path, kind } of field.fields)
          if (path === '') check(`${field.path}.${index}`, kind, entry)
          else check(`${field.path}.${index}.${path}`, kind, Object(entry)[path] ?? (kind === 'flag' ? false : ''))
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}

function problemOf(kind: string, value: unknown): string | undefined {
  if (kind === 'flag') return typeof value === 'boolean' ? undefined : 'Please check it or not.'
  if (typeof value !== 'string') return 'Please write text.'
  if (!value.isWellFormed() || CONTROL.test(value.replace(/[\r\n\t]/g, '')))
    return 'Must not contain control characters.'
  if (kind === 'number' && !NUMBER.test(value.trim())) return 'Must be a number such as 24 or 24.50.'
}

/** Throws `ValidationError` with the errors of fields, by their paths. */
function decodeOrReject(file: string, text: string): Decoded {
  try {
    return decodeFile(file, new TextEncoder().encode(text))
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    const errors: FieldErrors = {}
    for (const { reason } of error.flaws) {
      const [path = '', ...words] = reason.split(': ')
      errors[path] ??= { message: inWords(words.join(': ')) }
    }
    throw new ValidationError(errors)
  }
}

const inWords = (reason: string) =>
  /^(?:is missing|must not be empty)$/.test(reason)
    ? 'This is required.'
    : `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`

/** The content with this file instead of the one that it has. */
function withDecoded(snapshot: Snapshot, decoded: Decoded): Snapshot {
  const withEntry = <Entry extends { id: string }>(entries: ReadonlyMap<string, Entry>, entry: Entry) =>
    new Map([...entries, [entry.id, entry]])
  if (decoded.kind === 'site') {
    const { old_permalinks, old_folder_permalinks } = snapshot.site
    return { ...snapshot, site: { ...decoded.site, old_permalinks, old_folder_permalinks } }
  }
  if (decoded.kind === 'plans') return { ...snapshot, plans: decoded.plans, pluginPrices: decoded.pluginPrices }
  if (decoded.kind === 'landings') return { ...snapshot, landings: withEntry(snapshot.landings, decoded) }
  if (decoded.kind === 'pages') return { ...snapshot, pageTexts: withEntry(snapshot.pageTexts, decoded) }
  if (decoded.kind === 'authors') return { ...snapshot, authors: withEntry(snapshot.authors, decoded) }
  return snapshot
}

const summaryOf = ({ commit, at, author, subject }: Version) => ({ commit, at, author, subject })

function unavailable(error: unknown): never {
  throw error instanceof GitError ? new HistoryUnavailableError(error.reason) : error
}

/** Git failed with this reason. */
class HistoryUnavailableError extends DomainError {
  readonly kind = 'unavailable'
  constructor(reason: string) {
    super(`Git cannot read the versions of this file: ${reason}. Saving works. Ask the operator of the server.`)
  }
}
