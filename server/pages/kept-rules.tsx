import { type ContextType, type PropsWithChildren, useContext } from 'react'
import { StyleSheetContext } from 'styled-components'

type Stylis = ContextType<typeof StyleSheetContext>['stylis']

/** What a component's styles say, with its names → its rules. As many as the app's components have variants. */
const kept = new Map<string, string[]>()

/**
 * Within a sheet's `collectStyles`: rules are written once for all pages, not anew for each, which is half of what it takes to draw one.
 */
export function KeptRules({ children }: PropsWithChildren) {
  const context = useContext(StyleSheetContext)
  return <StyleSheetContext value={{ ...context, stylis: keeping(context.stylis) }}>{children}</StyleSheetContext>
}

const keeping = (stylis: Stylis): Stylis =>
  Object.assign(
    (...asked: Parameters<Stylis>) => {
      const key = asked.join('\n')
      const rules = kept.get(key) ?? stylis(...asked)
      kept.set(key, rules)
      return rules
    },
    { hash: stylis.hash },
  )
