import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'

const s = createStyled('admin-dashboard')

/** What stands below the bar. */
export const Room = s(Container)`
  padding-block: 44px 80px;
`
/** The list beside the side panels; below 1000 px the panels follow it. */
export const Columns = s(Room)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 340px;
  gap: 32px;
  align-items: start;
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
/** Stays in sight: what failed may have been started far below. */
export const Above = s('div')`
  position: sticky;
  top: 12px;
  z-index: 50;
  grid-column: 1 / -1;
`
export const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 20px;
  margin-bottom: 28px;
  & > h1 { font-size: 2rem; outline: none; }
  ${media.narrow} { & > button { width: 100%; } }
`
