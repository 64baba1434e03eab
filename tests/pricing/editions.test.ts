import { describe, expect, test } from 'bun:test'
import { featureGroups } from '#client/pricing/features.ts'
import { amount, dollars } from '#client/pricing/price.tsx'
import { editions } from '#contract/editions.ts'

const all = featureGroups.flatMap(({ inclusion, features }) => features.map((feature) => ({ ...feature, inclusion })))
const namesWith = (inclusion: string) => all.filter((one) => one.inclusion === inclusion).map(({ name }) => name)

describe('the editions of the pricing chart', () => {
  test('are Essentials, Professional, Business, Enterprise, in plan order', () => {
    expect(editions.map(({ plan, name }) => [plan, name])).toEqual([
      [1, 'Essentials'],
      [2, 'Professional'],
      [3, 'Business'],
      [4, 'Enterprise'],
    ])
  })

  test('have 4, 12 and 25 users with their clients and storage, and Contact Us for Enterprise', () => {
    expect(editions.map(({ users, clients, storage }) => [users, clients, storage])).toEqual([
      ['4', '200', '5 GB'],
      ['12', '1,000', '12 GB'],
      ['25', '2,000', '25 GB'],
      ['Contact Us', 'Contact Us', 'Contact Us'],
    ])
  })

  test('include everything up to User Groups, with the plugins at additional cost', () => {
    expect(namesWith('Included').join('; ')).toBe(
      'Advanced CRM; Drag ’N’ Drop Form Builder; Searchable Client Database; Customizable Data Table; ' +
        'Event Notification Messages; Client Status Automation; Dashboard & Statistics; Mobile Adaptable; ' +
        'Client Ownership; Employee Management Tree; User Groups',
    )
    expect(namesWith('Additional Costs Apply').join('; ')).toBe(
      'Sales Order System; Client Login; Calendars & Appointments; Project Management',
    )
  })

  test('mark what is coming soon', () => {
    expect(all.filter(({ soon }) => soon).map(({ name }) => name)).toEqual([
      'Dashboard & Statistics',
      'Calendars & Appointments',
      'Project Management',
    ])
  })
})

describe('a price', () => {
  test('is written as a whole number or with two decimals', () => {
    expect([24, 24.5, 0, 1024, 99.99].map(dollars)).toEqual(['24', '24.50', '0', '1,024', '99.99'])
  })

  test('is the annual one unless monthly prices are shown', () => {
    const plan = { monthly_price: 29, annual_price: 24 }
    expect([amount(plan, false), amount(plan, true)]).toEqual(['24', '29'])
  })
})
