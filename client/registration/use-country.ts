import { type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Country, countries, DEFAULT_COUNTRY } from '#contract/registration.ts'
import { filterPostalCode, recoverPostalCode } from './filter-postal-code.ts'
import { states } from './states.ts'

/** The chosen country, and what follows it: the states that are offered, and what a postal code may be (decision 23). */
export function useCountry() {
  const [country, setCountry] = useState<Country>(DEFAULT_COUNTRY)
  const [emptied, setEmptied] = useState<Emptied>()
  const chooser = useRef<HTMLSelectElement>(null)
  const state = useRef<HTMLInputElement>(null)
  const postal: PostalRefs = { input: useRef(null), whole: useRef('') }
  // What was kept, or filled in before the page was alive, is in the field already.
  useEffect(() => setCountry(chosenIn(chooser.current)), [])

  /** At `input`, so that what the form keeps at the same event is what stands in it now. */
  function onInput({ currentTarget }: InputEvent<HTMLSelectElement>) {
    const next = chosenIn(currentTarget)
    setEmptied(moveState(state.current, emptied ?? { state: '', of: country }, next))
    followWith(postal, country, next)
    setCountry(next)
  }
  return {
    country,
    chooser,
    onInput,
    state,
    emptied: emptied?.state,
    forgetEmptied: () => setEmptied(undefined),
    postal,
  }
}

/** The postal code's field, and the last text in it before it was limited. */
export type PostalRefs = { input: RefObject<HTMLInputElement | null>; whole: RefObject<string> }

const chosenIn = (chooser: HTMLSelectElement | null): Country =>
  countries.find((one) => one === chooser?.value) ?? DEFAULT_COUNTRY

/** A state that went, and the country whose it is: it comes back with it, as for whoever steps through the countries by keyboard. */
type Emptied = { state: string; of: Country }

/** A state of the old country's list goes, and is given back to be named; any other text is the typist's own. */
function moveState(input: HTMLInputElement | null, { state, of }: Emptied, to: Country): Emptied | undefined {
  if (!input) return
  const shown = input.value.trim() || state
  if (!states[of].includes(shown)) return
  input.value = states[to].includes(shown) ? shown : ''
  return input.value ? undefined : { state: shown, of }
}

/** Browsers fill in an address from the top: a Canadian code lost its letters before the country was Canada. */
function followWith({ input: { current: input }, whole }: PostalRefs, from: Country, to: Country) {
  if (input && input.value === filterPostalCode(whole.current, from))
    input.value = recoverPostalCode(whole.current, to) ?? input.value
}
