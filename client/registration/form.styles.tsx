import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'

const s = createStyled('registration-form')

const Group = s('fieldset')`
  margin-bottom: var(--s-7);
  & > legend {
    margin-bottom: 20px;
    padding: 0;
    font: 620 1.375rem / 1.2 var(--f-display);
  }
`
/** Six columns; a field takes three unless told otherwise, on phones all of them or half. */
const Grid = s('div')`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 20px 18px;
  align-items: start;
`

type Width = { $of6?: 2 | 3 | 4 | 6; $halfOnPhones?: boolean }
/** Of the six columns. */
export const Cell = s('div')<Width>`
  grid-column: span ${({ $of6 = 3 }) => $of6};
  ${media.phone} { grid-column: span ${({ $halfOnPhones }) => ($halfOnPhones ? 3 : 6)}; }
`

/** Fields that belong together, under their heading. */
export const FieldSet = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Group>
    <legend>{legend}</legend>
    <Grid>{children}</Grid>
  </Group>
)

export const AlertRoom = s('div')`
  margin-bottom: 28px;
`
/** 20 px from a fieldset's end, as the design has it. */
export const Agreement = s('div')`
  margin-top: -20px;
  & a { color: var(--primary-ink); text-underline-offset: 4px; }
  & input[aria-invalid='true'] { box-shadow: inset 0 0 0 0.5px var(--danger); }
`
export const Send = s('div')`
  margin-top: 28px;
  & > button { min-width: 260px; }
  ${media.phone} { & > button { width: 100%; } }
`
