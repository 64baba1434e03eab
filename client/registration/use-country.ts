import { type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Country, countries, DEFAULT_COUNTRY } from '#contract/registration.ts'
import { filterPostalCode, recoverPostalCode } from './input-masks.ts'

/** The selected country with the suggested states and the postal code format. */
export function useCountry() {
  const [country, setCountry] = useState<Country>(DEFAULT_COUNTRY)
  const [cleared, setCleared] = useState<ClearedState>()
  const countrySelect = useRef<HTMLSelectElement>(null)
  const state = useRef<HTMLInputElement>(null)
  const postal: PostalRefs = { input: useRef(null), unfiltered: useRef('') }
  // The field may contain a restored or early value.
  useEffect(() => setCountry(chosenIn(countrySelect.current)), [])

  /** At `input`, so that the stored draft contains the changed fields. */
  function onInput({ currentTarget }: InputEvent<HTMLSelectElement>) {
    const next = chosenIn(currentTarget)
    setCleared(transferState(state.current, cleared ?? { state: '', of: country }, next))
    refilterPostalCode(postal, country, next)
    setCountry(next)
  }
  return {
    country,
    countrySelect,
    onInput,
    state,
    cleared: cleared?.state,
    dismissCleared: () => setCleared(undefined),
    postal,
  }
}

/** The postal code input, and its text before filtering. */
export type PostalRefs = { input: RefObject<HTMLInputElement | null>; unfiltered: RefObject<string> }

const chosenIn = (countrySelect: HTMLSelectElement | null): Country =>
  countries.find((one) => one === countrySelect?.value) ?? DEFAULT_COUNTRY

/** A removed state and its country: it returns when that country is selected again, for example with the arrow keys. */
type ClearedState = { state: string; of: Country }

/** Removes a state of the previous country's list and returns it. Other text stays. */
function transferState(
  input: HTMLInputElement | null,
  { state, of }: ClearedState,
  to: Country,
): ClearedState | undefined {
  if (!input) return
  const shown = input.value.trim() || state
  if (!states[of].includes(shown)) return
  input.value = states[to].includes(shown) ? shown : ''
  return input.value ? undefined : { state: shown, of }
}

/** Browsers autofill from the top: a Canadian code would lose its letters before the country is set. */
function refilterPostalCode({ input: { current: input }, unfiltered }: PostalRefs, from: Country, to: Country) {
  if (input && input.value === filterPostalCode(unfiltered.current, from))
    input.value = recoverPostalCode(unfiltered.current, to) ?? input.value
}

const list = (names: string) => names.split(',')

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
