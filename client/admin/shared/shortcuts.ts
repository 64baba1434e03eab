/** How a ProseMirror key name is spelled for people and in `aria-keyshortcuts`. */

export const isMac = () => typeof navigator !== 'undefined' && /Mac|iP(?:hone|ad|od)/.test(navigator.platform)

/** `Mod-Shift-7` → `Ctrl+Shift+7`, on a Mac `⌘⇧7`. */
export function shownShortcut(keys: string, mac = isMac()): string {
  const parts = keys.split('-').map((part) => (part.length === 1 ? part.toUpperCase() : part))
  if (!mac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+')
  const symbols: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
  return parts.map((part) => symbols[part] ?? part).join('')
}

/** `Mod-Shift-7` → `Control+Shift+7` */
export const ariaShortcut = (keys: string, mac = isMac()): string =>
  keys.replaceAll('-', '+').replace('Mod', mac ? 'Meta' : 'Control')
