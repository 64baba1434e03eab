import type { FormEntry, FormValue, LeafValue } from '#contract/page-files.ts'

/** A value as text, for notes and comparisons: an entry of a list is a line. */
export function inWords(value: FormValue | undefined): string {
  if (value === undefined) return ''
  return Array.isArray(value) ? value.map(entryInWords).join('\n') : leafInWords(value)
}

const entryInWords = (entry: FormEntry): string =>
  typeof entry === 'string' ? entry : Object.values(entry).map(leafInWords).filter(Boolean).join(' · ')

const leafInWords = (value: LeafValue): string => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value)
