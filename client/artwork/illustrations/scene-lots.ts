import { day, ink, kraftDeep, paper } from './colors.ts'
import { standCarton, standJar } from './goods.ts'
import { at, circle, each, line, path, picture, rect, type Svg } from './shapes.ts'

const lot = day.wed
const columns = [0, 1, 2, 3, 4]
const rows = [0, 1, 2]
/** The cartons of the rack, row by row, that contain the lot. */
const found = new Set(['0-1', '1-3', '2-0', '2-3'])

const place = (row: number, column: number) => ({ x: 530 + column * 136, floor: 338 + row * 192 })

const label = (x: number, floor: number, color: string): Svg => rect(x - 26, floor - 58, 52, 34, color, { radius: 6 })

const rack = (): Svg =>
  each(rows, (row) =>
    each(columns, (column) => {
      const { x, floor } = place(row, column)
      const isFound = found.has(`${row}-${column}`)
      return at(0, 0, standCarton(x, floor, 150, isFound ? lot : '#F3E2C2') + label(x, floor, isFound ? lot : paper), {
        opacity: isFound ? 1 : 0.34,
      })
    }),
  ) +
  each(rows, (row) => rect(440, place(row, 0).floor, 724, 18, kraftDeep, { radius: 4 })) +
  each([440, 1146], (x) => rect(x, 150, 18, 640, kraftDeep))

/** A shop front that received cartons of the lot. */
const shop = (x: number, y: number, color: string): Svg =>
  at(
    x,
    y,
    rect(-84, -120, 168, 120, paper, { radius: 6 }) +
      rect(-64, -68, 62, 48, '#3D2417', { radius: 4 }) +
      rect(16, -68, 44, 68, '#3D2417', { radius: 4 }) +
      each([0, 1, 2, 3], (n) => path(`M${-96 + n * 48} -132h48v30a24 24 0 0 1-48 0Z`, n % 2 ? paper : color)) +
      circle(96, -140, 22, lot),
  )

/** One batch on the left, the four cartons it became, the three clients who have them. */
export const lots = (): Svg =>
  picture(
    '#3D2417',
    rect(0, 790, 1600, 110, '#311C12'),
    rack(),
    each([place(0, 1), place(1, 3), place(2, 0), place(2, 3)], ({ x, floor }) => circle(x, floor - 42, 7, ink)),
    line('M270 560C360 520 400 320 620 300M270 560C400 560 640 520 880 488M270 570C340 640 400 680 484 680', lot, 7, {
      dash: '1 20',
    }),
    line(
      'M720 280C1000 200 1150 220 1290 232M992 480C1100 470 1200 470 1290 478M992 680C1100 690 1200 720 1290 716',
      lot,
      7,
      { dash: '1 20' },
    ),
    standJar(190, 724, 300, '#E5655C') + rect(93, 560, 194, 86, lot),
    shop(1400, 300, day.mon),
    shop(1400, 540, day.fri),
    shop(1400, 780, day.sun),
  )
