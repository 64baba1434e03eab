import { describe, expect, test } from 'bun:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { shownAuthor, writtenAuthor } from '#client/admin/post-form/author-field.tsx'
import type { Account } from '#contract/accounts.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, anEditablePost, aSavedPost, aSource, lists } from '#tests/admin/answers.ts'
import { anAccount } from '#tests/admin/open-account.tsx'
import { openEditor } from '#tests/admin/open-dashboard.tsx'
import { aCard } from '#tests/helpers/cards.ts'

const UPDATE = 'POST /api/blog-posts/plan-a-bake'
const withPost = (author: string | null, more: Answers = {}): Answers => ({
  ...lists({ posts: [aCard()], authors: ['Ann Lee', 'Bob'] }),
  'GET /api/blog-posts/plan-a-bake': () => ({ body: anEditablePost(aSource({ author })) }),
  [UPDATE]: () => ({ body: aSavedPost() }),
  ...more,
})
const withAccount = (account: () => Account): Answers => ({
  ...lists({ authors: ['Ann Lee', 'Bob'] }),
  'GET /api/admin/account': () => ({ body: account() }),
})
const field = () => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(/^Author/)
const type = (value: string) => fireEvent.change(field(), { target: { value } })

async function sentAfter(answers: Answers, change: () => void) {
  const { user, editor, calls } = await openEditor(answers, /^Edit/)
  change()
  await user.click(within(editor).getByRole('button', { name: 'Update Post' }))
  await screen.findByText('Post updated')
  return calls(UPDATE)[0]?.form?.get('author')
}

describe('the author in the editor', () => {
  test('shows the name of an author with a page, and keeps the id', async () => {
    const sent = await sentAfter(withPost('ann-lee'), () => {
      expect(field().value).toBe('Ann Lee')
      expect(screen.getByText('Links to the page of this author.')).toBeTruthy()
    })
    expect(sent).toBe('ann-lee')
  })

  test('offers the names of all authors, and sends the id of the chosen one', async () => {
    const sent = await sentAfter(withPost(null), () => {
      expect([...(field().list?.options ?? [])].map(({ value }) => value)).toEqual(['Ann Lee', 'Bob'])
      type('Bob')
    })
    expect(sent).toBe('bob')
  })

  test('accepts any other name', async () => {
    const sent = await sentAfter(withPost('ann-lee'), () => {
      type('Cleo')
      expect(screen.getByText('A name without a page.')).toBeTruthy()
    })
    expect(sent).toBe('Cleo')
  })

  test('names whose name a new post shows if it stays empty', async () => {
    await openEditor(
      withAccount(() => anAccount({ byline: 'Ann Lee' })),
      /Create Post/,
    )
    expect(await screen.findByText('If empty, Ann Lee is shown.')).toBeTruthy()
    type('Cleo')
    expect(screen.getByText('A name without a page.')).toBeTruthy()
  })

  test('leads a writer without a name of their own to the account page, in a tab of its own', async () => {
    let byline: string | null = null
    await openEditor(
      withAccount(() => anAccount({ name: 'Administrator', byline })),
      /Create Post/,
    )
    const link = await screen.findByRole('link', { name: 'account page (opens in a new tab)' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([pagePaths.adminAccount, '_blank'])
    const hint = document.getElementById(field().getAttribute('aria-describedby') ?? '')
    expect(hint?.textContent).toStartWith(
      'If empty, no name is shown, because your account has no name of its own yet.',
    )
    byline = 'Ann Lee'
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByText('If empty, Ann Lee is shown.')).toBeTruthy()
  })

  test('can be emptied', async () => {
    expect(await sentAfter(withPost('ann-lee'), () => type(''))).toBe('')
  })

  test('still works when the authors cannot be loaded', async () => {
    const broken = { 'GET /api/authors': () => ({ status: 500, body: { message: 'No.' } }) }
    expect(await sentAfter(withPost('ann-lee', broken), () => expect(field().value).toBe('ann-lee'))).toBe('ann-lee')
  })

  test('tells two authors of one name apart', () => {
    const authors = [
      { id: 'ann', name: 'Ann' },
      { id: 'ann-2', name: 'Ann' },
    ]
    expect(shownAuthor('ann-2', authors)).toBe('Ann (ann-2)')
    expect(writtenAuthor('Ann (ann-2)', authors)).toBe('ann-2')
    expect(writtenAuthor('Ann', authors)).toBe('Ann')
  })
})
