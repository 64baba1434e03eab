/** Preloaded by component tests: browser globals, and a clean page after each test. */
import { afterEach, expect } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import type { DetachedWindowAPI } from 'happy-dom'
import { leaveOutStyles } from './computed-styles.ts'
import { invalidFixtures } from './invalid-fixtures.ts'

declare global {
  interface Window {
    happyDOM?: DetachedWindowAPI
  }
}

const screen = { width: 1440, height: 900 }
const url = 'http://localhost/'
GlobalRegistrator.register({ url, ...screen })
// React in development would record each rendering for the performance panel of browsers: a tenth of the time.
Object.assign(performance, { measure: undefined })
leaveOutStyles()

// Imported late: Testing Library looks for `document` when it loads.
const { cleanup, configure } = await import('@testing-library/react')
// The first use of a lazy part of a page compiles its modules, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/**
 * A failed `expect(node)` prints the node. By default the runner walks from it through the whole window: 37 s, for a check that
 * `waitFor` would have repeated 50 ms later.
 */
Object.defineProperty(Node.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value(this: Node) {
    return this instanceof Element ? this.outerHTML.slice(0, 500) : this.nodeName
  },
})

// The inline script of every page does the same in browsers without `command`.
const { runDialogCommands } = await import('#client/app/start/dialog-commands.ts')
runDialogCommands()

afterEach(async () => {
  cleanup()
  // Pages send what is unsaved when they are closed: else the next test would receive it.
  await new Promise((resolve) => setTimeout(resolve))
  Object.assign(window, { innerWidth: screen.width, innerHeight: screen.height })
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
  // A test may have navigated away, for example by a download.
  window.happyDOM?.setURL(url)
  expect(invalidFixtures.splice(0)).toEqual([])
})
