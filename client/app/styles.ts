import { __PRIVATE__, version } from 'styled-components'
import { DRAWN_STYLE } from './page-data.ts'

/** How styled-components ends a rule, and what else it writes: after the rules of each component, which one that is and their names. */
const RULE_END = '/*!sc*/\n'
const MARKS = /data-styled\.g\d+\[id="[^"]*"\]\{content:"[^"]*"\}\/\*!sc\*\/\n/g

/**
 * A style element of styled-components as it stands in a page: without the marks, a twentieth of the page, for which its elements
 * make up. A line is a rule.
 */
export const drawnStyle = (element: string): string =>
  element
    .replace(/^<style[^>]*>/, `<style ${DRAWN_STYLE}>`)
    .replace(MARKS, '')
    .replaceAll(RULE_END, '\n')
    .replace('\n</style>', '</style>')

/** What a rule is made of; its names are among it. */
const WORDS = /[\w-]+/g

/** The styles that the page came with are styled-components' from then on. Reading them and handing them over take as long each: `nextStep` comes between. */
export async function takeOverStyles(nextStep: () => Promise<unknown>): Promise<void> {
  const style = document.querySelector(`style[${DRAWN_STYLE}]`)
  if (!style) return
  const components = componentsByName()
  const marked = style.textContent.split('\n').map((rule, index) => {
    const words = rule.match(WORDS) ?? []
    // Of no component is `@keyframes name`.
    const name = words.find((one) => components.has(one)) ?? `${words[1]}`
    const component = components.get(name) ?? `sc-keyframes-${name}`
    return `${rule}${RULE_END}data-styled.g${index + 1}[id="${component}"]{content:"${name}"}${RULE_END}`
  })
  await nextStep()
  // Read by styled-components and by nobody else: no element of HTML, whose text the security policy would look into.
  const text = document.createElementNS(null, 'style')
  text.setAttribute('data-styled', '')
  text.setAttribute('data-styled-version', version)
  text.textContent = marked.join('')
  style.replaceWith(text)
  __PRIVATE__.mainSheet.rehydrate()
}

/** Each element has the ids of its components among its classes, which `scoped` ends with a number, followed by as many names of their rules. */
function componentsByName(): Map<string, string> {
  const components = new Map<string, string>()
  for (const { classList } of document.querySelectorAll('[class]')) {
    const ids: string[] = []
    for (const one of classList) {
      const id = /\d$/.test(one) ? void ids.push(one) : ids.shift()
      if (id) components.set(one, id)
    }
  }
  return components
}
