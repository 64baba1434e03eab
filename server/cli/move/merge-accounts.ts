import { mergeAccounts } from '#server/admin/people/admin-file.ts'
import type { StoredValue } from '#server/storage/keyed-store.ts'
import { ACCOUNTS, SESSIONS } from './stored-values.ts'

/** What a move does with accounts and keys. */
export type MergedTexts = {
  /** Texts to store: those that the target does not have, and its accounts with further ones. */
  texts: StoredValue[]
  administrators: { added: number; there: number }
  /** The administrator of the target by that of the source, if they are one person with two ids. */
  owners: ReadonlyMap<string, string>
}

/**
 * The target's administrators and keys win. Further administrators are added, without their sessions, which belong to the keys of the
 * source. Where the target has no administrator, it gets everything. Throws `OperatorError`.
 */
export function mergeTexts(source: readonly StoredValue[], target: readonly StoredValue[]): MergedTexts {
  const find = (texts: readonly StoredValue[], key: string) => texts.find((one) => one.key === key)?.value
  const merged = mergeAccounts(find(target, ACCOUNTS), find(source, ACCOUNTS))
  const isMissing = ({ key }: StoredValue) => find(target, key) === undefined
  const others = source.filter((one) => one.key !== ACCOUNTS && isMissing(one))
  const isNew = merged.there === 0 && merged.existing === 0
  const texts = others.filter(({ key }) => key !== SESSIONS || isNew)
  if (merged.text !== undefined) texts.unshift({ key: ACCOUNTS, value: merged.text })
  return { texts, administrators: { added: merged.added, there: merged.there }, owners: merged.owners }
}
