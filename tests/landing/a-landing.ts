import { stringify } from 'yaml'
import type { Landing } from '#contract/landing.ts'

/** A landing page; a test spells out only what matters. */
export const aLanding = (changes: Partial<Landing> = {}): Landing => ({
  title: 'Bakery ERP',
  description: 'Software for bakeries.',
  hero: {
    headline: 'Tonight’s bake,',
    accent: 'from today’s orders.',
    lead: '{name} adds up the orders.',
    goods: ['loaf', 'loaf'],
    days: ['fri', 'thu', 'mon', 'wed', 'sat'],
    docket: false,
  },
  pains: {
    title: 'What wears a bakery office down',
    list: [
      { day: 'wed', title: 'Numbers that keep moving', text: 'An order is changed in one place.' },
      { day: 'fri', title: 'Invoices after a night shift', text: 'The order already holds the lines.' },
    ],
  },
  screen: { show: 'board', title: 'The bake list, a week at a glance', lead: 'Quantities come from orders.' },
  app: { which: 'operator', title: 'On the bench: Operator Pro', text: 'Today’s list on a tablet.' },
  setup: ['Your products', 'Your clients'],
  questions: {
    title: 'Bakers ask us',
    list: [
      { question: 'What does it cost to begin?', answer: 'Nothing.' },
      { question: 'Who sets it up?', answer: 'We do.' },
    ],
  },
  closing: { title: 'Bring one week of orders', text: 'The first month is free.' },
  ...changes,
})

/** The same as a file. */
export const landingFile = (changes: Partial<Landing> = {}) => stringify(aLanding(changes))
