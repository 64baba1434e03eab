import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'

/** The controls of a toolbar are one tab stop. Arrow keys, Home and End move between them; text fields keep their own arrow keys. */
export function useRovingFocus(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const controls = controlsOf(bar.current)
    if (controls.filter(({ tabIndex }) => tabIndex === 0).length !== 1) makeTabStop(controls, controls[0])
  })

  function onKeyDown(event: KeyboardEvent) {
    const controls = controlsOf(bar.current)
    const { activeElement } = document
    if (event.key === 'F10' && event.altKey) {
      event.preventDefault()
      return focusNextToolbar(bar.current?.closest(`[${EDITOR}]`))
    }
    if (activeElement instanceof HTMLInputElement) return
    const next = target(event.key, controls.indexOf(activeElement as HTMLElement), controls.length)
    if (next === undefined) return
    event.preventDefault()
    focusVisibly(controls[next])
  }

  return { onKeyDown, onFocus: () => makeTabStop(controlsOf(bar.current), document.activeElement) }
}

/** The attribute of the element around the text and its toolbars. */
const EDITOR = 'data-visual-editor'

/** Focuses the first toolbar; from a toolbar the next one, on the control that was used last. */
export function focusNextToolbar(editor: Element | null | undefined): void {
  const bars = [...(editor?.querySelectorAll<HTMLElement>('[role=toolbar]') ?? [])]
  const current = bars.findIndex((bar) => bar.contains(document.activeElement))
  const next = bars[(current + 1) % bars.length] ?? null
  const control = controlsOf(next).find(({ tabIndex }) => tabIndex === 0)
  focusVisibly(control)
}

/** Safari shows no ring around what a script has focused. */
const focusVisibly = (control: HTMLElement | undefined) => control?.focus({ focusVisible: true })

const controlsOf = (bar: HTMLElement | null): HTMLElement[] => [
  ...(bar?.querySelectorAll<HTMLElement>('button, select, input') ?? []),
]

function makeTabStop(controls: readonly HTMLElement[], current: Element | null | undefined): void {
  if (!controls.some((control) => control === current)) return
  for (const control of controls) control.tabIndex = control === current ? 0 : -1
}

function target(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
