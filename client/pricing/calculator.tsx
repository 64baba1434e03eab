import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ButtonLink } from '#client/ui/base/button.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { cardEdge, createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { pagePaths } from '#contract/paths.ts'
import { type Billing, DEFAULT_PEOPLE, useMonthly, usePeople } from './billing.ts'
import { type Cost, costOf, parsePeople } from './cost.ts'
import { plugins } from './features.ts'
import { dollars, nameWithNote, type Offers } from './price.tsx'

/** The result is announced this long after its last change, so that nothing interrupts typing. */
export const ANNOUNCEMENT_DELAY_MS = 1000

/** What a number of people pays. Shares the billing period with the chart. Hidden without JavaScript. */
export default function Calculator({ plans, billing }: Pick<Offers, 'plans'> & { billing: Billing }) {
  const monthly = useMonthly(billing)
  const form = useRef<HTMLFormElement>(null)
  const people = usePeople(billing)
  const [chosen, setChosen] = useState<string[]>([])

  function read() {
    const fields = new FormData(form.current ?? undefined)
    billing.setPeople(parsePeople(fields.get('people')))
    setChosen(fields.getAll('plugin').map(String))
  }
  // Fields may have been changed before hydration.
  const onMount = useEffectEvent(read)
  useEffect(() => onMount(), [])
  return (
    // Outside of a dialog, a form of this method is never sent.
    <Form method="dialog" ref={form} onInput={read}>
      <div>
        <h2>What would it cost you?</h2>
        <label>
          Number of people
          <input type="number" name="people" min={1} defaultValue={DEFAULT_PEOPLE} autoComplete="off" />
        </label>
      </div>
      <fieldset>
        <legend>Plugins</legend>
        {plugins.map((plugin) => (
          <Checkbox key={plugin.name} name="plugin" value={plugin.name}>
            {nameWithNote(plugin)}
          </Checkbox>
        ))}
      </fieldset>
      <Result cost={people && costOf(people, plans, monthly)} monthly={monthly} chosen={chosen} />
    </Form>
  )
}

type ResultProps = { cost: Cost | 0 | undefined; monthly: boolean; chosen: readonly string[] }

function Result({ cost, monthly, chosen }: ResultProps) {
  const sentences = cost ? sentencesOf(cost, monthly) : ['Enter the number of people']
  const extra = chosen.length > 0 && `Additional costs for ${chosen.join(', ')}: `
  const announcement = useSettled(`${sentences.join('. ')}. ${extra ? `${extra}ask us.` : ''}`)
  return (
    <div>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {extra && (
        <p>
          <span>{extra}</span>
          <Link to={pagePaths.contact}>ask us</Link>
        </p>
      )}
      {cost && (
        <ButtonLink
          small
          variant="outline"
          to={cost.total ? `${pagePaths.tryForFree}?plan=${cost.edition.plan}` : pagePaths.contact}
        >
          {cost.total ? `Try ${cost.edition.name} free` : 'Contact Us'}
        </ButtonLink>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}

function sentencesOf({ edition: { name, users }, total }: Cost, monthly: boolean): string[] {
  if (!total) return [name, 'Contact us for the price']
  const { perMonth, perYear, saving } = total
  const sentences = [
    `${name}, up to ${users} people`,
    `$${dollars(perMonth)} per month`,
    `$${dollars(perYear)} a year, billed ${monthly ? 'monthly' : 'annually'}`,
  ]
  if (saving > 0) sentences.push(`${monthly ? 'Annual billing saves' : 'You save'} $${dollars(saving)} a year`)
  return sentences
}

/** The text once it has not changed for a while; empty until it changes for the first time. */
function useSettled(text: string): string {
  const first = useRef<string | undefined>(text)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (text === first.current) return
    first.current = undefined
    const timer = setTimeout(setSettled, ANNOUNCEMENT_DELAY_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const s = createStyled('calculator')
const Form = s('form')`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
  gap: 28px 48px;
  margin-top: 44px;
  padding: clamp(22px, 3vw, 36px);
  border-radius: var(--r-lg);
  background: var(--surface);
  ${cardEdge}
  @media (scripting: none) { display: none; }
  & h2 { margin-bottom: 18px; font-size: 1.5rem; }
  & input[type='number'] {
    display: block;
    width: 130px;
    min-height: 50px;
    margin: 6px 0 12px;
    padding: 12px 14px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--bg);
  }
  & fieldset { display: grid; gap: 14px; align-content: start; }
  & legend { padding: 0 0 14px; }
  & label:has(input), & legend { font-weight: 600; }
  & p { color: var(--text-2); }
  & p:first-child { color: var(--text); font-weight: 600; }
  & p:nth-child(2) { color: var(--text); font: 620 1.75rem / 1.3 var(--f-display); }
  & p > a { color: var(--primary-ink); text-underline-offset: 5px; }
  & p + a { margin-top: 18px; }
`
