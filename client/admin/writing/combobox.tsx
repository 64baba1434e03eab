import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
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
  const listId = useId()
  const control = useControlProps()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const offered = isOpen ? options : []
  const shown = offered[active]
  const optionId = (key: string) => `${listId}-${key}`
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function open() {
    setIsOpen(true)
    setActive(0)
  }
  function choose({ choice }: Option) {
    setIsOpen(false)
    onChoose(choice)
  }

  /** What a key does besides what every text field does with it. */
  function actionOf(key: string): (() => void) | undefined {
    const last = offered.length - 1
    if (key === 'Enter') return () => (shown ? choose(shown) : onEnter())
    if (key === 'Escape' && isOpen) return () => setIsOpen(false)
    if (key === 'Backspace' && typed === '') return onErase
    if (key === 'ArrowUp' && shown) return () => setActive(active === 0 ? last : active - 1)
    if (key === 'ArrowDown') return () => (shown ? setActive(active === last ? 0 : active + 1) : open())
    return undefined
  }
  function onKeyDown(event: KeyboardEvent) {
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
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown && optionId(shown.key)}
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
      <List ref={list} id={listId} role="listbox" aria-label="Suggestions" hidden={offered.length === 0}>
        {offered.map((one, index) => (
          <div
            key={one.key}
            id={optionId(one.key)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              // The field keeps the focus: leaving it would accept what is typed.
              event.preventDefault()
              choose(one)
            }}
          >
            {one.label}
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
