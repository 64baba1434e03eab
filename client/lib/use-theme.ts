import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

export const THEME_KEY = 'theme'

const read = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

function subscribe(changed: () => void) {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Sets the browser's theme color to the page's background. */
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
    // without storage the choice lasts as long as the page
  }
}

/** The current theme and its setter. The server renders the dark one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, read, () => 'dark'), choose]
}
