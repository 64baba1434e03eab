import { afterAll, beforeAll } from 'bun:test'

let areRead = false

/**
 * Styles of components are left out of computed styles. Happy DOM matches every rule of the page for each of them, and Testing
 * Library asks for those of all ancestors with each role: a third of the time of component tests.
 */
export function leaveOutStyles(): void {
  const { get } = Object.getOwnPropertyDescriptor(HTMLStyleElement.prototype, 'sheet') ?? {}
  Object.defineProperty(HTMLStyleElement.prototype, 'sheet', {
    get(this: HTMLStyleElement) {
      return areRead ? get?.call(this) : null
    },
  })
}

/** The tests of this `describe` are about what styles show or hide. */
export function readStyles(): void {
  beforeAll(() => {
    areRead = true
  })
  afterAll(() => {
    areRead = false
  })
}
