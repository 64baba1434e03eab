import { type Day, day, ink, kraft, paper } from './colors.ts'
import { standBottle } from './goods.ts'
import { at, circle, each, line, path, picture, rect, type Svg, tick } from './shapes.ts'

const curb = 690

/** A milk van driving to the right; its wheels touch `y`. */
const van = (x: number, y: number): Svg =>
  at(
    x,
    y,
    path('M0 -250a22 22 0 0 1 22-22H286V-40H0Z', paper) +
      path('M286 -204H352a26 26 0 0 1 24 16l28 70a30 30 0 0 1 2 11V-40H286Z', paper) +
      path('M304 -184H346a12 12 0 0 1 11 8l22 58H304Z', '#1B2A45') +
      rect(0, -104, 406, 26, day.sun) +
      rect(0, -52, 410, 18, ink, { opacity: 0.35, radius: 6 }) +
      circle(146, -186, 70, '#24406B') +
      standBottle(146, -134, 112) +
      rect(384, -98, 24, 16, day.wed, { radius: 4 }) +
      each([92, 318], (wheel) => circle(wheel, -36, 44, ink) + circle(wheel, -36, 18, '#BEC7C1')),
  )

type House = { x: number; width: number; roof: number; color: Day; wall: string; bottles: number; done?: boolean }

/** A door with its step, the bottles for it, and the stop's pin above. */
const door = ({ x, color, bottles, done = false }: House): Svg =>
  rect(x - 56, curb - 214, 112, 214, ink, { opacity: 0.3, radius: 8 }) +
  rect(x - 46, curb - 204, 92, 204, day[color], { radius: 6 }) +
  rect(x - 30, curb - 186, 60, 62, '#1B2A45', { radius: 4 }) +
  circle(x + 30, curb - 92, 7, ink) +
  rect(x - 80, curb - 16, 160, 16, kraft, { radius: 3 }) +
  each([...Array(bottles).keys()], (n) => standBottle(x + 64 + n * 34, curb - (n < 1 ? 16 : 0), 66, day[color])) +
  path(`M${x} ${curb - 244}l-22 -34a30 30 0 1 1 44 0Z`, done ? day[color] : paper) +
  (done ? tick(x, curb - 298, ink, 1.1) : circle(x, curb - 298, 10, ink))

const house = (one: House): Svg => {
  const { x, width, roof, wall } = one
  const window = (left: number) => rect(left, roof + 50, 70, 84, day.wed, { radius: 4, opacity: 0.85 })
  return (
    rect(x - width / 2, roof, width, curb - roof, wall) +
    window(x - width / 2 + 34) +
    window(x + width / 2 - 104) +
    door(one)
  )
}

const houses: readonly House[] = [
  { x: 690, width: 270, roof: 210, color: 'mon', wall: '#2A3F63', bottles: 2, done: true },
  { x: 1010, width: 300, roof: 150, color: 'thu', wall: '#314970', bottles: 3 },
  { x: 1370, width: 330, roof: 240, color: 'sat', wall: '#2A3F63', bottles: 1 },
]

/** A milk van at dawn, and three doors with their deliveries. */
export const route = (): Svg =>
  picture(
    '#1E2F4A',
    circle(330, 420, 150, day.wed, { opacity: 0.9 }),
    path(`M0 ${curb}V520q120 -70 260 -20t260 -40t260 30V${curb}Z`, '#263A5C'),
    each(houses, house),
    rect(0, curb, 1600, 20, '#3A5179'),
    rect(0, curb + 20, 1600, 190, '#15233A'),
    line('M40 800H1570', kraft, 8, { dash: '60 46' }),
    van(90, 800),
  )
