import { retryWithBackoff } from '#client/lib/retry.ts'
import { colorBar } from '#client/lib/use-theme.ts'

/** A page comes with what it shows of the dark theme. Whatever the app shows from here on may need the rest: it is fetched, and tried again until it is there. */
export function loadFullThemeCss(): void {
  const { themes } = document.querySelector<HTMLMetaElement>('[name=theme-color]')?.dataset ?? {}
  const attempt = () =>
    new Promise((onload, onerror) => {
      const link = { rel: 'stylesheet', href: themes, onload, onerror }
      // Ahead of the page's own styles, as if it had come with them.
      document.head.prepend(Object.assign(document.createElement('link'), link))
    })
  // By then a reader may have chosen the other one.
  if (themes) retryWithBackoff(attempt, colorBar, () => {})
}
