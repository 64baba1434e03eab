import { useState } from 'react'
import { useFocusOnMore } from '#client/admin/shared/dialogs.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Actions } from './account.styles.ts'

const SHOWN_AT_FIRST = 10

/** The first entries of a long list, and the others on request. */
export function useShownPart<T>(all: readonly T[]) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? all : all.slice(0, SHOWN_AT_FIRST)
  const { list, expectMore } = useFocusOnMore<HTMLUListElement>(shown.length, 'button')
  function showAll() {
    expectMore()
    setWhole(true)
  }
  return { list, shown, count: all.length, showAll }
}

type Part = { shown: readonly unknown[]; count: number; showAll: () => void }

export function ShowMore({ part: { shown, count, showAll }, what }: { part: Part; what: string }) {
  if (shown.length === count) return null
  return (
    <Actions>
      <Button variant="outline" small onClick={showAll}>{`Show all ${count} ${what}`}</Button>
    </Actions>
  )
}
