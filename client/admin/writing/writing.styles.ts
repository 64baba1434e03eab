import { Room } from '#client/admin/shared/admin.styles.ts'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('writing')
export const Columns = s(Room)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 360px;
  gap: 40px;
  align-items: start;
  padding-top: 28px;
  /* The preview takes the place of the side panel. */
  &:has([data-preview]) { grid-template-columns: minmax(0, 1fr); }
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
export const Main = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
  min-width: 0;
`
export const Notices = s('div')`
  display: grid;
  gap: 14px;
  &:empty { display: none; }
`
export const OfferButtons = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 12px;
`
