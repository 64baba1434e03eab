/**
 * The animation as a function of time alone, so that every recording is the same. Runs in the page; `seek(seconds)` places every
 * element. The last seconds fade to the first frame, because the video loops.
 */
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
function one(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The scene has no ${selector}.`)
  return found
}

/** The progress between two times, 0 to 1. */
const part = (t: number, from: number, to: number) => Math.max(0, Math.min(1, (t - from) / (to - from)))
const easeOut = (x: number) => 1 - (1 - x) ** 3
const easeInOut = (x: number) => (x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2)
/** Overshoots a little: used for what lands on a pallet. */
const settle = (x: number) => 1 + 2.2 * (x - 1) ** 3 + 1.2 * (x - 1) ** 2
const between = (from: number, to: number, x: number) => from + (to - from) * x
const pulse = (x: number) => Math.sin(x * Math.PI)

const fadeOut = (t: number) => 1 - part(t, 11.35, 11.95)
const isOver = (t: number) => fadeOut(t) < 0.5

const place = (actor: HTMLElement, transform: string, opacity: number) =>
  Object.assign(actor.style, { transform, opacity: String(Math.max(0, opacity)) })

/** Order Place: the docket drops in. */
function docket(t: number) {
  const x = settle(part(t, 0.35, 1.15))
  const opacity = Math.min(part(t, 0.35, 0.6), fadeOut(t))
  place(one('.docket'), `translateY(${-6 * (1 - x)}em) rotate(${2 * x - 3}deg)`, opacity)
}

/** Where quantities take off and land, in em: the first one's place, and the distance to the next. */
const isPortrait = matchMedia('(max-width: 600px)').matches
const flight = isPortrait
  ? { from: { left: 11.5, top: 33, step: 2.1 }, to: { left: 22, top: 11, step: 5.1 } }
  : { from: { left: 19, top: 44, step: 2.6 }, to: { left: 40.5, top: 15.2, step: 7.1 } }

/** Products Created: three quantities fly to Friday … */
function additions(t: number) {
  all('.added').forEach((chip, index) => {
    const start = 1.7 + index * 0.28
    const x = easeInOut(part(t, start, start + 0.9))
    const { from, to } = flight
    const left = between(from.left, to.left, x)
    const top = between(from.top + index * from.step, to.top + index * to.step, x) - pulse(x) * 5
    place(chip, `translate(${left}em, ${top}em)`, x > 0 && x < 1 ? Math.min(1, x * 8, (1 - x) * 6) : 0)
  })
}

const friday = [
  { before: 100, after: 140 },
  { before: 60, after: 96 },
  { before: 64, after: 72 },
]

/** … where the numbers count up and the bars fill. */
function quantities(t: number) {
  all('.day.now .job').forEach((job, index) => {
    const { before, after } = friday[index] ?? { before: 0, after: 0 }
    const start = 2.5 + index * 0.28
    const counted = isOver(t) ? 0 : easeOut(part(t, start, start + 0.5))
    const made = isOver(t) ? 0 : part(t, 3.5 + index * 0.35, 5 + index * 0.35)
    const bump = before === after ? 0 : pulse(part(t, start, start + 0.4)) * 0.06
    job.style.transform = `scale(${1 + bump})`
    const [number, bar] = [job.querySelector('em'), job.querySelector('i')]
    if (number) number.textContent = String(Math.round(between(before, after, counted)))
    if (bar) bar.style.width = `${made * 100}%`
  })
}

/** The numbers of Friday on the board, by the second from which they are shown. */
const states: [from: number, text: string][] = [
  [0, 'Waiting for orders'],
  [1, 'Order added'],
  [3.4, 'Friday in progress'],
  [6.2, 'Friday done'],
]
const state = (t: number) => {
  one('.state').textContent = states.findLast(([from]) => t >= from && (from === 0 || !isOver(t)))?.[1] ?? ''
}

/** Products Packaged: crates drop onto the floor; Products Shipped: they slide away behind the phone. */
function crates(t: number) {
  all('.crate').forEach((crate, index) => {
    const start = 5.4 + index * 0.38
    const delay = (2 - index) * 0.12
    const dropped = settle(part(t, start, start + 0.5))
    const gone = easeInOut(part(t, 7.6 + delay, 8.5 + delay))
    const opacity = Math.min(part(t, start, start + 0.2), 1 - part(gone, 0.45, 0.8), fadeOut(t))
    place(crate, `translate(${gone * 40}em, ${-12 * (1 - dropped)}em)`, opacity)
  })
}

/** The driver's phone rises where it has the place of the crates, and comes forward where it has its own; its button is pressed. */
function phone(t: number) {
  const risen = easeOut(part(t, 6.9, 7.7))
  if (isPortrait) place(one('.phone'), `translateY(${30 * (1 - risen)}em)`, Math.min(fadeOut(t), part(t, 6.85, 7.1)))
  else place(one('.phone'), `scale(${1 + pulse(part(t, 6.9, 7.9)) * 0.025})`, 1)
  const press = pulse(part(t, 8.7, 9.1))
  one('.deliver').style.transform = `scale(${1 - press * 0.05})`
  one('.deliver').style.filter = `brightness(${1 + press * 0.25})`
}

const thirdPlace = one('#stop-3 i > *')

/** The third stop gets its check. */
function delivery(t: number) {
  const delivered = t > 9 && !isOver(t)
  one('.glass h2').textContent = delivered ? '3 of 8 stops' : '2 of 8 stops'
  one('.progress i').style.width = `${25 + 12.5 * part(t, 9, 9.4) * fadeOut(t)}%`
  one('#stop-3').className = `stop ${delivered ? 'done' : 'now'}`
  one('#stop-3 i').replaceChildren(delivered ? one('#stop-1 svg').cloneNode(true) : thirdPlace)
  one('#stop-3 span').textContent = delivered ? 'Delivered 6:31' : '3 crates'
}

/** Accounts Receivable: the invoice is paid, and the docket is stamped. */
function payment(t: number) {
  const risen = settle(part(t, 9.5, 10.05))
  place(one('.toast'), `translateY(${(isPortrait ? -6 : 6) * (1 - risen)}em)`, Math.min(part(t, 9.5, 9.7), fadeOut(t)))
  const pressed = part(t, 10.25, 10.5)
  place(
    one('.stamp'),
    `rotate(${isPortrait ? -5 : -9}deg) scale(${1.7 - 0.7 * easeOut(pressed)})`,
    Math.min(pressed * 2, fadeOut(t)),
  )
}

/** The start and end of each stage. */
const stages = [
  [0.4, 1.6],
  [2.4, 5],
  [5.3, 7],
  [7.2, 9.2],
  [9.4, 10.6],
] as const

function rail(t: number) {
  const latest = stages.findLastIndex(([from]) => t >= from && !isOver(t))
  all('.rail li').forEach((item, index) => {
    const [from, to] = stages[index] ?? [0, 1]
    const x = part(t, from, to) * fadeOut(t)
    item.className = item.className.split(' ', 1)[0] + (x >= 1 ? ' done' : x > 0 ? ' now' : '')
    item.classList.toggle('latest', index === latest)
    const bar = item.querySelector('i')
    if (bar) bar.style.background = `linear-gradient(90deg, var(--d) ${x * 100}%, var(--surface-3) 0)`
  })
}

function seek(t: number) {
  for (const move of [docket, additions, quantities, state, crates, phone, delivery, payment, rail]) move(t)
}
Object.assign(window, { seek })
