import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { countCrates, crates, dayName, type Order } from './orders.ts'
import * as box from './stack.styles.ts'

const COLUMNS = 7
const ROWS = 6
const WIDTH = 150
const HEIGHT = 84
/** From the lower left corner. */
const places = Array.from({ length: COLUMNS * ROWS }, (_, place) => ({
  place,
  x: (place % COLUMNS) * WIDTH,
  y: (ROWS - 1 - Math.floor(place / COLUMNS)) * HEIGHT,
}))

/** The crates of a day on a pallet. Those that the visitor's orders add have the full color of the day, and drop in. */
export function Stack({ day, orders }: { day: Day; orders: readonly Order[] }) {
  const before = crates([], day)
  const count = crates(orders, day)
  return (
    <box.Area>
      <p>
        <strong>{countCrates(count)}</strong> for <span>{dayName(day)}</span>
        {count > before && <small>{` +${count - before} from you`}</small>}
      </p>
      <svg viewBox={`0 0 ${COLUMNS * WIDTH} ${ROWS * HEIGHT + 60}`} preserveAspectRatio="xMidYMax" aria-hidden="true">
        {places.slice(0, count).map(({ place, x, y }) => (
          // Another day is another stack.
          <box.Crate
            key={`${day}-${place}`}
            $added={place >= before}
            href="#crate"
            x={x}
            y={y}
            width="146"
            height="78"
          />
        ))}
        <svg
          y={ROWS * HEIGHT + 4}
          width={COLUMNS * WIDTH}
          height="56"
          viewBox="0 0 492 50"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <use href="#pallet" width="492" height="50" />
        </svg>
      </svg>
    </box.Area>
  )
}
