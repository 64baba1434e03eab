import { __PRIVATE__, styled, type WebTarget } from 'styled-components'

/** More components than the site has: the server numbers them, and each page brings the numbers of those that it shows. */
export const SERVER_NUMBERS = 1024

// Rules stand in the order of these numbers. The browser knows its components before it takes the page's styles over (client/main.tsx), so
// it begins above: what it adds stands after what the page came with.
if (typeof document !== 'undefined')
  for (let number = 1; number < SERVER_NUMBERS; number++) __PRIVATE__.StyleSheet.registerId(`server-${number}`)

/** Types say which props an element takes; without this, development warns of attributes it has not heard of (`commandfor`). */
const shouldForwardProp = () => true

/**
 * The styled-components of one file, with ids that do not depend on the order in which files are loaded:
 * the server loads every screen and the browser one, so counted ids would not hydrate.
 * `const s = scoped('toolbar'); const Bar = s('header')\`…\``. Each file takes a namespace of its own; a test holds them apart.
 */
export function scoped(namespace: string) {
  let count = 0
  return <Target extends WebTarget>(target: Target) =>
    styled<Target>(target).withConfig({
      componentId: `${namespace}-${count++}`,
      shouldForwardProp,
    })
}
