import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import type { Answers } from '#tests/admin/answers.ts'
import { lineOf, openLeads } from './open-leads.tsx'
import { aLead, aMessage, having, listOf } from './some-leads.ts'

const searchBox = () => screen.getByLabelText<HTMLInputElement>('Search')

describe('filters', () => {
  test('are sent, and kept in the address', async () => {
    const { user, calls, address } = openLeads(having(aLead()))
    await lineOf('Ada Baker')
    await user.selectOptions(screen.getByLabelText('State'), 'Trial started')
    await user.selectOptions(screen.getByLabelText('Warnings'), 'Without one')
    expect(address()).toBe('?state=trial+started&marked=no')
    await waitFor(() => expect(calls('GET /api/leads').at(-1)?.query.toString()).toBe('state=trial+started&marked=no'))
  })

  test('of the address are taken up; what it makes of them that is none is left out', async () => {
    const { calls } = openLeads(having(aLead()), '?plan=3&state=lost&from=yesterday&to=2026-11-20&nothing=1')
    await lineOf('Ada Baker')
    expect(screen.getByLabelText<HTMLSelectElement>('Edition').value).toBe('3')
    expect(screen.getByLabelText<HTMLInputElement>('To (UTC day)').value).toBe('2026-11-20')
    expect(calls('GET /api/leads').map(({ query }) => query.toString())).toEqual(['plan=3&to=2026-11-20'])
  })

  test('search words are sent once typing stops, and never stand in the address: they may be a name', async () => {
    const { user, calls, address } = openLeads(having(aLead()))
    await lineOf('Ada Baker')
    await user.type(searchBox(), 'ada b')
    await waitFor(() => expect(calls('GET /api/leads')).toHaveLength(2))
    expect(calls('GET /api/leads').at(-1)?.query.toString()).toBe('q=ada+b')
    expect(address()).toBe('')
  })

  test('an older answer never replaces a newer one', async () => {
    const slow = Promise.withResolvers<void>()
    const answers: Answers = {
      'GET /api/leads': async ({ query }) => {
        if (query.get('kind') === 'message') await slow.promise
        return { body: listOf(query.get('kind') === 'message' ? [aMessage()] : [aLead()]) }
      },
    }
    const { user, calls } = openLeads(answers)
    await lineOf('Ada Baker')
    await user.selectOptions(screen.getByLabelText('Kind'), 'Messages')
    await user.selectOptions(screen.getByLabelText('Kind'), 'Trial sign-ups')
    await waitFor(() => expect(calls('GET /api/leads')).toHaveLength(3))
    slow.resolve()
    await waitFor(() => expect(screen.queryByText('Loading leads...')).toBeNull())
    expect(screen.queryByRole('link', { name: 'Tom' })).toBeNull()
    await lineOf('Ada Baker')
  })

  test('where none match, one button clears them all, and the focus goes to the search', async () => {
    const answers: Answers = {
      'GET /api/leads': ({ query }) => ({ body: listOf(query.size ? [] : [aLead()]) }),
    }
    const { user, address } = openLeads(answers, '?read=no')
    expect(await screen.findByText('No leads match')).toBeTruthy()
    await user.type(searchBox(), 'x')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await lineOf('Ada Baker')
    expect(address()).toBe('')
    expect(searchBox().value).toBe('')
    expect(document.activeElement?.getAttribute('type')).toBe('search')
  })
})
