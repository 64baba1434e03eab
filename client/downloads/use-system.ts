import { useSyncExternalStore } from 'react'
import { operatingSystem, type System } from './operating-system.ts'

const never = () => () => {}

/** The reader's system; `undefined` until the browser has taken over, for a page is drawn once for all readers. */
export const useSystem = (): System | undefined =>
  useSyncExternalStore(
    never,
    () => operatingSystem(navigator),
    () => undefined,
  )
