import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { AppButton, Progress, Today } from './building-blocks.tsx'
import { IllustrationFrame } from './frames.tsx'
import { percentDone, type SampleProps, type Stop, samples } from './samples.ts'

const s = createStyled('driver-phone')
const Frame = s(IllustrationFrame)`
  max-width: 341px;
  margin-inline: auto;
  & > div { height: 100%; }
`
/** 22 em wide. */
const Phone = s('div')`
  height: 100%;
  padding: 0.9em;
  border-radius: 3.4em;
  background: color-mix(in srgb, var(--on-day) 40%, black);
  box-shadow: 0 0 0 1px var(--line-strong), var(--shadow-3);
  font-size: calc(100cqw / 22);
  line-height: 1.6;
`
/** Phones side by side have one height, with the button at the bottom. */
const Glass = s('div')`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow: hidden;
  padding: 2em 1.5em 1.4em;
  border-radius: 2.6em;
  background: var(--surface);
`
const Top = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  color: var(--text-2);
  font-size: 1.3em;
  font-weight: 600;
  & > :last-child { padding: 0.35em 0.6em; }
`
const Title = s('p')`
  margin: 0.5em 0 0.4em;
  font: 620 2.2em / 1.2 var(--f-display);
`
const Delivered = s(Progress)`
  height: 0.6em;
  margin-bottom: 1em;
  border-radius: 9px;
  background: var(--surface-3);
`
const Door = s('div')`
  display: flex;
  align-items: center;
  gap: 0.9em;
  padding: 0.75em 0.7em;
  border-radius: 1em;
  & p { font-size: 1.25em; font-weight: 640; line-height: 1.3; }
  & div > span { display: block; color: var(--text-3); font-size: 1.1em; }
  &:last-of-type { margin-bottom: 0.8em; }
  &[data-stop='done'] { color: var(--text-3); }
  &[data-stop='now'] { background: color-mix(in srgb, var(--fri) 20%, var(--surface-2)); }
  &[data-stop='now'] div > span { color: var(--text-2); }
`
const Place = s('span')`
  display: grid;
  flex: none;
  place-items: center;
  width: 1.9em;
  height: 1.9em;
  border-radius: 50%;
  background: var(--surface-3);
  font-size: 1.15em;
  font-weight: 680;
  line-height: 1;
  & > svg { width: 1.2em; height: 1.2em; }
  [data-stop='done'] > & { background: var(--primary-soft); color: var(--primary-ink); }
  [data-stop='now'] > & { background: var(--fri); color: var(--on-day); }
`
const Button = s(AppButton)`
  margin-top: auto;
  padding: 0.85em;
  border-radius: 0.8em;
  font-size: 1.3em;
  font-weight: 700;
`

/** The driver's app with the stops of a route. As wide as its container, at most 341 px. */
export function DriverPhone({ trade = 'bakery' }: SampleProps) {
  const { name, stops, next } = samples[trade].route
  const done = next.filter(({ deliveredAt }) => deliveredAt).length
  const altText = `Driver app on a phone: ${name} with ${stops} stops, stop ${done + 1} is next`
  return (
    <Frame label={altText}>
      <Phone>
        <Glass>
          <Top>
            <span>{name}</span>
            <Today>Fri 20</Today>
          </Top>
          <Title>
            Stop {done + 1} of {stops}
          </Title>
          <div data-day="fri">
            <Delivered percent={percentDone(done, stops)} />
          </div>
          {next.map((stop, index) => (
            <StopRow key={stop.client} stop={stop} place={index + 1} now={index === done} />
          ))}
          <Button>Mark delivered</Button>
        </Glass>
      </Phone>
    </Frame>
  )
}

function StopRow({ stop, place, now }: { stop: Stop; place: number; now: boolean }) {
  const { client, load, deliveredAt } = stop
  return (
    <Door data-stop={deliveredAt ? 'done' : now ? 'now' : undefined}>
      <Place>{deliveredAt ? <Icon name="check" bold /> : place}</Place>
      <div>
        <p>{client}</p>
        <span>{deliveredAt ? `Delivered ${deliveredAt}` : load}</span>
      </div>
    </Door>
  )
}
