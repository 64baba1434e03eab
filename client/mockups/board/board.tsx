import { type Dispatch, type KeyboardEvent, useEffect, useReducer, useRef } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { WEEK } from '#client/ui/brand/week.ts'
import * as box from './board.styles.ts'
import { Invoice } from './invoice.tsx'
import {
  addedPieces,
  type BoardAction,
  type BoardState,
  canAdd,
  crates,
  dayName,
  dollars,
  initialBoard,
  isFull,
  ORDERS_MAX,
  pieces,
  products,
  QUANTITY_MAX,
  reduceBoard,
} from './orders.ts'
import { Stack } from './stack.tsx'

type Props = { onClose: () => void }

/**
 * A production board that visitors can try: they add orders, and the numbers of the day, its crates and the invoice follow. Fills
 * its positioned parent. Narrow boards show one day instead of the week.
 */
export default function Board({ onClose }: Props) {
  const [state, dispatch] = useReducer(reduceBoard, initialBoard)
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
  return (
    <box.Frame ref={section} tabIndex={-1} aria-label="Production board to try, sample data" onKeyDown={closeOnEscape}>
      <VisuallyHidden role="status">{state.announcement}</VisuallyHidden>
      <box.Layout data-day={state.day}>
        <box.Bar>
          <p>Production schedule</p>
          <box.BarButton disabled={state.orders.length === 0} onClick={() => dispatch({ type: 'started-over' })}>
            Start over
          </box.BarButton>
          <box.BarButton onClick={onClose}>
            Close <VisuallyHidden>the board</VisuallyHidden>
          </box.BarButton>
        </box.Bar>
        <Days chosen={state.day} dispatch={dispatch} />
        <Schedule state={state} dispatch={dispatch} />
        <box.Add>
          <Button block small disabled={!canAdd(state)} onClick={() => dispatch({ type: 'order-added' })}>
            {isFull(state) ? `${ORDERS_MAX} orders are the most here` : `Add order for ${dayName(state.day)}`}
          </Button>
        </box.Add>
        <Stack day={state.day} orders={state.orders} />
        <Invoice orders={state.orders} />
      </box.Layout>
    </box.Frame>
  )
}

type Dispatching = { dispatch: Dispatch<BoardAction> }

const Days = ({ chosen, dispatch }: { chosen: Day } & Dispatching) => (
  <box.Days>
    <legend>Deliver on</legend>
    {WEEK.map((day) => (
      <label key={day} data-day={day}>
        <input
          type="radio"
          name="board-day"
          aria-label={dayName(day)}
          checked={day === chosen}
          onChange={() => dispatch({ type: 'day-chosen', day })}
        />
        {dayName(day).slice(0, 3)}
      </label>
    ))}
  </box.Days>
)

/** The week's numbers, with the quantities of the next order. */
const Schedule = ({ state, dispatch }: { state: BoardState } & Dispatching) => (
  <box.Schedule>
    <VisuallyHidden as="caption">Pieces to make, and the next order</VisuallyHidden>
    <box.Head>
      <tr>
        <th scope="col">
          <VisuallyHidden>Product</VisuallyHidden>
        </th>
        <th scope="col">
          <VisuallyHidden>Next order</VisuallyHidden>
        </th>
        {WEEK.map((day) => (
          <box.DayHead key={day} scope="col" data-chosen={day === state.day || undefined}>
            <VisuallyHidden>{dayName(day)}</VisuallyHidden>
          </box.DayHead>
        ))}
      </tr>
    </box.Head>
    <tbody>
      {products.map(({ name, cents, unit = '' }, product) => (
        <tr key={name}>
          <th scope="row">
            <span>{name}</span> <small>{`${dollars(cents)} ${unit}`}</small>
          </th>
          <td>
            <Quantity product={product} quantity={state.quantities[product] ?? 0} dispatch={dispatch} />
          </td>
          {WEEK.map((day) => (
            <Pieces key={day} day={day} product={product} state={state} />
          ))}
        </tr>
      ))}
    </tbody>
    <box.Foot>
      <tr>
        <th scope="row" colSpan={2}>
          Crates
        </th>
        {WEEK.map((day) => (
          <box.Cell key={day} data-day={day} data-chosen={day === state.day || undefined}>
            {crates(state.orders, day)}
          </box.Cell>
        ))}
      </tr>
    </box.Foot>
  </box.Schedule>
)

function Pieces({ day, product, state }: { day: Day; product: number; state: BoardState }) {
  const count = pieces(state.orders, product, day)
  const added = addedPieces(state.orders, product, day)
  return (
    <box.Cell data-day={day} data-chosen={day === state.day || undefined}>
      {/* A new key plays the animation again. */}
      <box.Count key={count} $moves={added > 0}>
        {count}
      </box.Count>
      {added > 0 && <small>{` +${added}`}</small>}
    </box.Cell>
  )
}

type QuantityProps = { product: number; quantity: number } & Dispatching

function Quantity({ product, quantity, dispatch }: QuantityProps) {
  const { name = '', step = 1 } = products[product] ?? {}
  const change = (next: number) => dispatch({ type: 'quantity-changed', product, quantity: next })
  return (
    <box.Stepper>
      <button type="button" aria-label={`Less ${name}`} onClick={() => change(quantity - step)}>
        −
      </button>
      <input
        type="number"
        inputMode="numeric"
        aria-label={`${name} to order`}
        min={0}
        max={QUANTITY_MAX}
        value={quantity}
        onChange={({ target }) => change(target.valueAsNumber)}
        onFocus={({ target }) => target.select()}
      />
      <button type="button" aria-label={`More ${name}`} onClick={() => change(quantity + step)}>
        +
      </button>
    </box.Stepper>
  )
}
