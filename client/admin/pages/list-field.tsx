import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { FormEntry, FormList, LeafValue } from '#contract/page-files.ts'
import { LeafField } from './leaf-field.tsx'

type Props = {
  list: FormList
  entries: readonly FormEntry[]
  /** The error of the field at a path. */
  error: (path: string) => string | undefined
  onChange: (entries: FormEntry[]) => void
}

/** A list of entries with the same fields. Without entries of its own, it can begin with the shipped ones. */
export function ListField({ list, entries, error, onChange }: Props) {
  const { path, label, help, min, max, names, shipped, required } = list
  const box = useRef<HTMLFieldSetElement>(null)
  /** The entry whose first field gets the focus once it is there. */
  const [entered, setEntered] = useState<number>()
  useEffect(() => {
    if (entered === undefined) return
    const groups = box.current?.querySelectorAll<HTMLElement>('[data-entry]')
    groups?.[Math.min(entered, groups.length - 1)]?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    setEntered(undefined)
  }, [entered])
  const isFixed = names.length > 0
  const problem = error(path)

  function replace(index: number, key: string, value: LeafValue) {
    onChange(entries.map((entry, at) => (at === index ? withValue(entry, key, value) : entry)))
  }
  function add() {
    const missing = Math.max(1, min - entries.length)
    onChange([...entries, ...Array.from({ length: missing }, () => emptyEntry(list))])
    setEntered(entries.length)
  }
  function move(index: number) {
    onChange(
      entries.map(
        (entry, at) => (at === index - 1 ? entries[index] : at === index ? entries[index - 1] : entry) ?? entry,
      ),
    )
    setEntered(index - 1)
  }
  function remove(index: number) {
    onChange(entries.filter((_, at) => at !== index))
    setEntered(index)
  }

  return (
    <List ref={box}>
      <legend>
        {label}
        {!required && <span> (optional)</span>}
      </legend>
      {help && <p>{help}</p>}
      {problem && (
        <Problem tabIndex={-1} aria-invalid="true">
          <Icon name="alert" size={17} /> {problem}
        </Problem>
      )}
      {entries.length === 0 && shipped && <p>{`As shipped: ${shipped.map((one) => `“${one}”`).join(', ')}`}</p>}
      {entries.map((entry, index) => {
        const name = names[index] ?? `${index + 1}.`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and their controls no state of their own
          <Entry key={index} role="group" aria-label={`${label}: ${name}`} data-entry>
            <b>{name}</b>
            {list.fields.map((field) => {
              const at = field.path === '' ? `${path}.${index}` : `${path}.${index}.${field.path}`
              return (
                <LeafField
                  key={field.path}
                  field={field}
                  value={valueIn(entry, field.path)}
                  error={error(at)}
                  onChange={(value) => replace(index, field.path, value)}
                />
              )
            })}
            {!isFixed && (
              <Buttons>
                {index > 0 && (
                  <Button small variant="ghost" onClick={() => move(index)} aria-label={`Move ${label} ${name} up`}>
                    Move up
                  </Button>
                )}
                <Button small variant="ghost" onClick={() => remove(index)} aria-label={`Remove ${label} ${name}`}>
                  Remove
                </Button>
              </Buttons>
            )}
          </Entry>
        )
      })}
      {!isFixed && entries.length < max && (
        <Button small variant="outline" onClick={add} aria-label={`Add an entry to ${label}`}>
          Add
        </Button>
      )}
    </List>
  )
}

const valueIn = (entry: FormEntry, key: string): LeafValue => (typeof entry === 'string' ? entry : (entry[key] ?? ''))

const withValue = (entry: FormEntry, key: string, value: LeafValue): FormEntry =>
  typeof entry === 'string' ? String(value) : { ...entry, [key]: value }

const emptyEntry = ({ fields }: FormList): FormEntry =>
  fields[0]?.path === ''
    ? ''
    : Object.fromEntries(
        fields.map(({ path, kind, options }) => [
          path,
          kind === 'flag' ? false : kind === 'choice' ? (options[0] ?? '') : '',
        ]),
      )

const s = createStyled('admin-list-field')
const List = s('fieldset')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  justify-items: start;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > * { width: 100%; }
  & > button { width: auto; }
  & > legend { margin-bottom: 7px; padding: 0; font-weight: 640; }
  & > legend > span { color: var(--text-3); font-weight: 400; }
  & > p { color: var(--text-2); font-size: 0.875rem; }
`
const Entry = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
  padding: 14px 16px;
  border: 1px solid var(--line);
  border-radius: var(--r-md);
`
const Buttons = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  justify-content: end;
`
const Problem = s('p')`
  && { color: var(--danger); font-weight: 560; }
`
