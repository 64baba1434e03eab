import { useSyncExternalStore } from 'react'

/** The billing period and the number of people, which chart and calculator share. */
export type Billing = {
  subscribe: (onChange: () => void) => () => void
  isMonthly: () => boolean
  setMonthly: (monthly: boolean) => void
  people: () => number | undefined
  setPeople: (people: number | undefined) => void
}

export const DEFAULT_PEOPLE = 6

/**
 * Annual at first. A store instead of state of the page: rendering the page again would remove the server's markup of the
 * calculator while its chunk is still loading.
 */
export function createBilling(): Billing {
  let monthly = false
  let people: number | undefined = DEFAULT_PEOPLE
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const onChange of listeners) onChange()
  }
  return {
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    isMonthly: () => monthly,
    setMonthly(next) {
      monthly = next
      changed()
    },
    people: () => people,
    setPeople(next) {
      people = next
      changed()
    },
  }
}

export const useMonthly = ({ subscribe, isMonthly }: Billing) => useSyncExternalStore(subscribe, isMonthly, () => false)
/** `undefined` while no number is typed. */
export const usePeople = ({ subscribe, people }: Billing) =>
  useSyncExternalStore(subscribe, people, () => DEFAULT_PEOPLE)
