import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import type { Answers } from '#tests/admin/answers.ts'
import { lineOf, openLeads } from './open-leads.tsx'
import { aLead, aMessage, having, listOf } from './some-leads.ts'

const searchBox = () => screen.getByLabelText<HTMLInputElement>('Search')

describe('the filters of the lead list', () => {
  test('are sent and kept in the URL', async () => {
    const { user, calls, address } = openLeads(having(aLead()))
    await lineOf('Ada Baker')
    await user.selectOptions(screen.getByLabelText('State'), 'Trial started')
    await user.selectOptions(screen.getByLabelText('Warnings'), 'Without one')
    expect(address()).toBe('?state=trial+started&marked=no')
    await waitFor(() => expect(calls('GET /api/leads').at(-1)?.query.toString()).toBe('state=trial+started&marked=no'))
  })

  test('are read from the URL, ignoring invalid ones', async () => {
    const { calls } = openLeads(having(aLead()), '?plan=3&state=lost&from=yesterday&to=2026-11-20&nothing=1')
    await lineOf('Ada Baker')
    expect(screen.getByLabelText<HTMLSelectElement>('Edition').value).toBe('3')
    expect(screen.getByLabelText<HTMLInputElement>('To (UTC day)').value).toBe('2026-11-20')
    expect(calls('GET /api/leads').map(({ query }) => query.toString())).toEqual(['plan=3&to=2026-11-20'])
  })

  test('send search words when typing stops, and keep them out of the URL because they may be a name', async () => {
    const { user, calls, address } = openLeads(having(aLead()))
    await lineOf('Ada Baker')
    await user.type(searchBox(), 'ada b')
    await waitFor(() => expect(calls('GET /api/leads')).toHaveLength(2))
    expect(calls('GET /api/leads').at(-1)?.query.toString()).toBe('q=ada+b')
    expect(address()).toBe('')
  })

  test('never show an older response after a newer one', async () => {
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

  test('are cleared by one button when nothing matches, and the focus moves to the search', async () => {
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
