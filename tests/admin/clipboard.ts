import { afterEach } from 'bun:test'

const own = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
afterEach(() => {
  if (own) Object.defineProperty(navigator, 'clipboard', own)
  else Reflect.deleteProperty(navigator, 'clipboard')
})

/** For the rest of a test, as browsers are on http. `userEvent.setup()` adds a clipboard: call this after it. */
export function withoutClipboard() {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
}
