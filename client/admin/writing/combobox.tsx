import { type KeyboardEvent, useId, useState } from 'react'
import { useListbox } from '#client/admin/shared/use-listbox.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { useControlProps } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import type { Term } from '#contract/posts.ts'

/** A term that exists, or the name of one to create. */
export type Option = { key: string; label: string; choice: Term | string }

export const optionToCreate = (name: string): Option => ({ key: '-new', label: `Create “${name}”`, choice: name })

type Props = {
  typed: string
  options: readonly Option[]
  onType: (text: string) => void
  onChoose: (choice: Option['choice']) => void
  /** Enter while nothing is offered. */
  onEnter: () => void
  /** The field loses the focus. */
  onLeave: () => void
  /** Backspace in the empty field. */
  onErase?: () => void
  placeholder?: string
  /** Offers the options before anything is typed. */
  opensOnClick?: boolean
}

/** A text field in a `Field` that offers terms in a list below it while something is typed. */
export function Combobox({
  typed,
  options,
  onType,
  onChoose,
  onEnter,
  onLeave,
  onErase,
  placeholder,
  opensOnClick,
}: Props) {
  const control = useControlProps()
  const [isOpen, setIsOpen] = useState(false)
  const offered = isOpen ? options : []
  const list = useListbox<HTMLDivElement>({
    id: useId(),
    label: 'Suggestions',
    count: offered.length,
    typed,
    startsAtFirst: true,
    onChoose(index) {
      const option = offered[index]
      setIsOpen(false)
      if (option) onChoose(option.choice)
    },
  })

  function open() {
    setIsOpen(true)
    list.reset()
  }
  /** What a key does besides what it does in the list. */
  function actionOf(key: string): (() => void) | undefined {
    if (key === 'Enter') return onEnter
    if (key === 'Escape' && isOpen) return () => setIsOpen(false)
    if (key === 'Backspace' && typed === '') return onErase
    return key === 'ArrowDown' ? open : undefined
  }
  function onKeyDown(event: KeyboardEvent) {
    if (list.onKeyDown(event)) return
    const { ctrlKey, metaKey, key, nativeEvent } = event
    const action = ctrlKey || metaKey || nativeEvent.isComposing ? undefined : actionOf(key)
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <Anchor>
      <TextInput
        {...control}
        {...list.fieldProps}
        value={typed}
        placeholder={placeholder}
        autoComplete="off"
        onChange={({ target }) => {
          open()
          onType(target.value)
        }}
        onClick={opensOnClick ? open : undefined}
        onFocus={({ target }) => opensOnClick && target.select()}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setIsOpen(false)
          onLeave()
        }}
      />
      <List {...list.listProps} hidden={offered.length === 0}>
        {offered.map((option, index) => (
          <div key={option.key} {...list.optionProps(index)}>
            {option.label}
          </div>
        ))}
      </List>
    </Anchor>
  )
}

const s = createStyled('combobox')
const Anchor = s('div')`
  position: relative;
`
const List = s('div')`
  position: absolute;
  inset: calc(100% + 4px) 0 auto;
  z-index: 30;
  max-height: 280px;
  padding: 4px;
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  background: var(--surface-2);
  box-shadow: var(--shadow-2);
  & > div {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 4px 12px;
    border-radius: var(--r-sm);
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  & > div[aria-selected='true'] { background: var(--surface-3); box-shadow: inset 3px 0 0 var(--primary); }
`
