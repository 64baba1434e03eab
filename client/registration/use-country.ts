import { type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Country, countries, DEFAULT_COUNTRY } from '#contract/registration.ts'
import { filterPostalCode, recoverPostalCode } from './input-masks.ts'

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

const list = (names: string) => names.split(',')

/** What the State field offers, by country: states, provinces and territories, as an address names them. */
export const states: Readonly<Record<Country, readonly string[]>> = {
  Canada: list(
    'Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland and Labrador,Northwest Territories,Nova Scotia,' +
      'Nunavut,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon',
  ),
  Mexico: list(
    'Aguascalientes,Baja California,Baja California Sur,Campeche,Chiapas,Chihuahua,Ciudad de México,Coahuila,Colima,' +
      'Durango,Estado de México,Guanajuato,Guerrero,Hidalgo,Jalisco,Michoacán,Morelos,Nayarit,Nuevo León,Oaxaca,Puebla,' +
      'Querétaro,Quintana Roo,San Luis Potosí,Sinaloa,Sonora,Tabasco,Tamaulipas,Tlaxcala,Veracruz,Yucatán,Zacatecas',
  ),
  'United States': list(
    'Alabama,Alaska,American Samoa,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,' +
      'Florida,Georgia,Guam,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,' +
      'Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,' +
      'North Carolina,North Dakota,Northern Mariana Islands,Ohio,Oklahoma,Oregon,Pennsylvania,Puerto Rico,Rhode Island,' +
      'South Carolina,South Dakota,Tennessee,Texas,U.S. Virgin Islands,Utah,Vermont,Virginia,Washington,West Virginia,' +
      'Wisconsin,Wyoming',
  ),
}
