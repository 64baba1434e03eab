import { day, ink, kraft, paper, steelDeep } from './colors.ts'
import { standContainer } from './goods.ts'
import { pallet } from './pallet.ts'
import { at, circle, each, line, path, picture, rect, type Svg } from './shapes.ts'

const waves = (y: number, color: string, shift: number): Svg =>
  path(`M${-160 + shift} ${y}${'q40 -34 80 0t80 0'.repeat(12)}V900H-160Z`, color)

const ship = (x: number, y: number): Svg =>
  at(
    x,
    y,
    path('M-40 0H760L700 170H60Z', '#C9504A') +
      path('M-40 0H760L748 34H-28Z', paper) +
      rect(0, -246, 120, 246, paper, { radius: 8 }) +
      rect(22, -210, 76, 34, '#1B2A45', { radius: 5 }) +
      each([-150, -100, -50], (y) => circle(60, y, 14, '#1B2A45')) +
      rect(34, -312, 54, 66, day.thu, { radius: 4 }) +
      rect(34, -290, 54, 16, ink, { opacity: 0.3 }),
  )

const cargo = (x: number, y: number): Svg =>
  each([day.sat, day.mon, day.wed], (color, n) => standContainer(x + n * 186, y, 190, color)) +
  each([day.sun, day.fri], (color, n) => standContainer(x + n * 186, y - 134, 190, color))

const crane = (): Svg =>
  rect(1420, 90, 44, 640, steelDeep) +
  each([180, 300, 420, 540], (y) => line(`M1420 ${y}L1464 ${y + 90}M1464 ${y}L1420 ${y + 90}`, '#5C6B85', 7)) +
  rect(840, 90, 700, 40, kraft, { radius: 6 }) +
  rect(1070, 122, 110, 36, ink, { opacity: 0.55, radius: 6 }) +
  line('M1090 158L1050 300M1160 158L1200 300', paper, 5) +
  rect(1030, 296, 190, 16, kraft, { radius: 5 })

/** A container between ship and quay: sold, not yet landed. An empty pallet waits for it. */
export const containerInTheAir = (): Svg =>
  picture(
    '#1B2A45',
    circle(300, 210, 78, paper, { opacity: 0.9 }),
    waves(640, '#24406B', 0),
    ship(110, 600),
    cargo(340, 600),
    waves(710, '#1D365C', 60),
    waves(780, '#162B4B', 20),
    crane(),
    standContainer(1125, 476, 230, '#4E7DDA'),
    rect(950, 730, 650, 170, '#39455C'),
    rect(950, 730, 650, 22, '#56637D'),
    pallet(1150, 730, 360),
  )
