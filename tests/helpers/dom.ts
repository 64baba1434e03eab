/** Preloaded by component tests: a browser's globals around them, and a clean page after each. */
import { afterEach } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'

const screen = { width: 1440, height: 900 }
GlobalRegistrator.register({ url: 'http://localhost/', ...screen })

// Only now: Testing Library looks for `document` when it is loaded.
const { cleanup } = await import('@testing-library/react')

afterEach(() => {
  cleanup()
  Object.assign(window, { innerWidth: screen.width, innerHeight: screen.height })
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
})
