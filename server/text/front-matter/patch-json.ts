import type { TextEdit } from '#server/text/scan/apply-edits.ts'
import type { Data } from './read-yaml.ts'
import { applyWithLineBreaks, type EntryRange, entriesIn, insertion, listEdits, removal } from './value-ranges.ts'

/** Sets keys of a JSON object, named by their paths, and removes those whose value is `undefined`. Everything else stays as it is. */
export function setJsonFields(text: string, fields: ReadonlyMap<string, unknown>, data: Data): string {
  const root = text.indexOf('{')
  const entries = entriesIn(text, root)
  const edits: TextEdit[] = []
  const added: string[] = []
  for (const [path, value] of fields) {
    const at = entries.findIndex(({ key }) => key === path)
    if (at !== -1 && value === undefined) edits.push(removal(text, asItems(entries), at))
    else if (at !== -1) edits.push(...valueEdits(text, entries[at] as EntryRange, value, data[path]))
    else if (path.includes('.')) edits.push(...nestedEdits(text, entries, path, value))
    else if (value !== undefined) added.push(`${JSON.stringify(path)}: ${JSON.stringify(value)}`)
  }
  if (added.length > 0)
    edits.push(
      entries.length > 0
        ? // Above the last one, whose line has no comma.
          insertion(text, asItems(entries), entries.length === 1 ? 1 : entries.length - 1, added)
        : { start: root + 1, end: root + 1, text: ` ${added.join(', ')} ` },
    )
  return applyWithLineBreaks(text, edits)
}

const asItems = (entries: readonly EntryRange[]) => entries.map(({ from, end }) => ({ start: from, end }))
const write = (value: unknown) => JSON.stringify(value)

function valueEdits(text: string, { start, end }: EntryRange, value: unknown, before: unknown): TextEdit[] {
  if (Array.isArray(value) && Array.isArray(before) && text[start] === '[')
    return listEdits(text, start, before, value, write)
  return [{ start, end, text: write(value) }]
}

/** A value in an object below the first. */
function nestedEdits(text: string, entries: readonly EntryRange[], path: string, value: unknown): TextEdit[] {
  const dot = path.indexOf('.')
  const parent = entries.find(({ key }) => key === path.slice(0, dot))
  const found = parent && entriesIn(text, parent.start).find(({ key }) => key === path.slice(dot + 1))
  return found ? [{ start: found.start, end: found.end, text: write(value ?? '') }] : []
}
