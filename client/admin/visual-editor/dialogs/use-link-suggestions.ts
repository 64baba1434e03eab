import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { LinkTarget } from '#client/admin/shared/body-editor.ts'
import { useListbox } from '#client/admin/shared/use-listbox.ts'

const PAUSE_MS = 200
const SHOWN_MAX = 6
const IS_ADDRESS = /^(?:https?:|mailto:|tel:|#)/i

/** A combobox that suggests pages of this site for what is typed. */
export function useLinkSuggestions(
  typed: string,
  findLinks: (typed: string) => Promise<readonly LinkTarget[]>,
  onChosen: (link: LinkTarget) => void,
) {
  const [found, setFound] = useState<{ typed: string; links: readonly LinkTarget[] }>({ typed: '', links: [] })
  const [chosen, setChosen] = useState('')
  const find = useEffectEvent(findLinks)
  const isAsking = typed.trim() !== '' && typed !== chosen && !IS_ADDRESS.test(typed)

  useEffect(() => {
    if (!isAsking) return
    let isLate = false
    const timer = setTimeout(async () => {
      const links = await find(typed).catch(() => [])
      if (!isLate) setFound({ typed, links: links.slice(0, SHOWN_MAX) })
    }, PAUSE_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [typed, isAsking])

  // Those of the text before stay until the next ones come, so that the list does not flicker.
  const links = isAsking ? found.links : []
  const list = useListbox<HTMLUListElement>({
    id: useId(),
    label: 'Pages of this site',
    count: links.length,
    typed,
    startsAtFirst: false,
    isStale: found.typed !== typed,
    onChoose(index) {
      const link = links[index]
      if (!link) return
      setChosen(link.url)
      onChosen(link)
    },
  })
  return { ...list, links }
}
