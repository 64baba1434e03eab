import { styled, type WebTarget } from 'styled-components'

/** Types say which props an element takes; without this, development warns of attributes it has not heard of (`commandfor`). */
const shouldForwardProp = () => true

/**
 * The styled-components of one file, with ids that do not depend on the order in which files are loaded:
 * the server loads every screen and the browser one, so counted ids would not hydrate.
 * `const s = createStyled('toolbar'); const Bar = s('header')\`…\``. Each file takes a namespace of its own; a test holds them apart.
 */
export function createStyled(namespace: string) {
  let count = 0
  return <Target extends WebTarget>(target: Target) =>
    styled<Target>(target).withConfig({
      componentId: `${namespace}-${count++}`,
      shouldForwardProp,
    })
}
