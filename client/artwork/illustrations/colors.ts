/** The colors of the week, the pallet and the docket, equal in every illustration and both themes. */
export const day = {
  mon: '#38C7B2',
  tue: '#86C96B',
  wed: '#F0C24F',
  thu: '#F2965A',
  fri: '#F0767E',
  sat: '#B796F2',
  sun: '#82A6F5',
} as const

export type Day = keyof typeof day
export const week: readonly Day[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

export const kraft = '#D9B382'
export const kraftDeep = '#8C6A43'
export const paper = '#F7F1E3'
export const paperLine = '#D8CDB4'
export const ink = '#15130E'
export const steel = '#C3CBD2'
export const steelDeep = '#8B97A3'
