import { useState } from 'react'

/** A choice that this browser remembers; it is off at first. Without storage it lasts as long as the page. */
export function useRemembered(key: string): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(() => isRemembered(key))
  const change = (on: boolean) => {
    setOn(on)
    try {
      if (on) localStorage.setItem(key, 'on')
      else localStorage.removeItem(key)
    } catch {
      // without storage the choice lasts as long as the page
    }
  }
  return [isOn, change]
}

export function isRemembered(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

export const FIRST_STEPS_HIDDEN_KEY = 'admin-first-steps-hidden'
/** People who dictate can turn the key `?` off: spoken words would press it (WCAG 2.1.4). */
export const HELP_KEY_OFF_KEY = 'admin-help-key-off'
