import { useSyncExternalStore } from 'react'

/** The billing period that the chart and the calculator share. */
export type Billing = {
  subscribe: (onChange: () => void) => () => void
  isMonthly: () => boolean
  setMonthly: (monthly: boolean) => void
}

/**
 * Annual at first. A store instead of state of the page: rendering the page again would remove the server's markup of the
 * calculator while its chunk is still loading.
 */
export function createBilling(): Billing {
  let monthly = false
  const listeners = new Set<() => void>()
  return {
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    isMonthly: () => monthly,
    setMonthly(next) {
      monthly = next
      for (const onChange of listeners) onChange()
    },
  }
}

export const useMonthly = ({ subscribe, isMonthly }: Billing) => useSyncExternalStore(subscribe, isMonthly, () => false)
