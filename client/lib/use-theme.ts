import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

/** Where the browser remembers the chosen theme (decision 36). */
export const THEME_KEY = 'theme'

const read = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Gives the browser's own bar the color of the page. */
export function colorBar(): void {
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', getComputedStyle(document.body).backgroundColor)
}

function choose(theme: Theme) {
  document.documentElement.dataset.theme = theme
  colorBar()
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // storage is switched off: the choice lasts as long as the page
  }
}

/** The theme shown, and the way to choose another. The server draws the dark one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, read, () => 'dark'), choose]
}
