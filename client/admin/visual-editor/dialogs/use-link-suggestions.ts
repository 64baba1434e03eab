import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import type { LinkTarget } from '#client/admin/shared/body-editor.ts'

const PAUSE_MS = 200
const SHOWN_MAX = 6
const IS_ADDRESS = /^(?:https?:|mailto:|tel:|#)/i

/** Props of a combobox that suggests pages of this site for what is typed. */
export function useLinkSuggestions(
  typed: string,
  findLinks: (typed: string) => Promise<readonly LinkTarget[]>,
  onChosen: (link: LinkTarget) => void,
) {
  const id = useId()
  const [found, setFound] = useState<{ typed: string; links: readonly LinkTarget[] }>({ typed: '', links: [] })
  const [current, setCurrent] = useState(-1)
  const [chosen, setChosen] = useState('')
  const find = useEffectEvent(findLinks)
  const isAsking = typed.trim() !== '' && typed !== chosen && !IS_ADDRESS.test(typed)

  useEffect(() => {
    if (!isAsking) return
    let isLate = false
    const timer = setTimeout(async () => {
      const links = await find(typed).catch(() => [])
      if (isLate) return
      setFound({ typed, links: links.slice(0, SHOWN_MAX) })
      setCurrent(-1)
    }, PAUSE_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [typed, isAsking])

  // Those of the text before stay until the next ones come, so that the list does not flicker. No key chooses from them.
  const links = isAsking ? found.links : []
  const active = found.typed === typed ? current : -1
  function choose(index: number) {
    const link = links[index]
    if (!link) return
    setChosen(link.url)
    onChosen(link)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (links.length === 0 || found.typed !== typed) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setCurrent((current + step + links.length) % links.length)
    else if (event.key === 'Enter' && active >= 0) choose(active)
    else return
    event.preventDefault()
  }

  return {
    links,
    inputProps: {
      ...{ role: 'combobox', 'aria-autocomplete': 'list' as const, 'aria-expanded': links.length > 0, onKeyDown },
      'aria-controls': id,
      'aria-activedescendant': links[active] && `${id}-${active}`,
    },
    listProps: { id, role: 'listbox', 'aria-label': 'Pages of this site' },
    optionProps: (index: number) => ({
      ...{ id: `${id}-${index}`, role: 'option', 'aria-selected': index === active },
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => choose(index),
    }),
  }
}
