import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RegistrationForm } from '#client/registration/registration-form.tsx'
import { aCompany } from './a-company.ts'

type Answer = () => Promise<string>
type Options = { answers?: Answer[]; plan?: number; at?: string }

/** The form at a URL; `answers` are the responses to its requests in order, then `/welcome`. */
export function showForm({ answers = [], plan = 1, at = '/pricing/try-for-free/a-word' }: Options = {}) {
  history.replaceState(history.state, '', at)
  const sent: Record<string, unknown>[] = []
  const gone: string[] = []
  const dependencies = {
    send(payload: Record<string, unknown>) {
      sent.push(payload)
      return answers[sent.length - 1]?.() ?? Promise.resolve('/welcome')
    },
    go: (address: string) => gone.push(address),
  }
  const shown = render(<RegistrationForm plan={plan} agreement="documents/b.pdf" dependencies={dependencies} />)
  return { user: userEvent.setup(), sent, gone, ...shown }
}

export const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const button = () => screen.getByRole('button', { name: /Start my free trial|Starting your trial/ })

/** Fills in the whole form by pasting and checks the box. */
export async function fillIn(user: ReturnType<typeof userEvent.setup>, changes: Record<string, string> = {}) {
  for (const [label, text] of Object.entries({ ...aCompany, ...changes })) {
    await user.click(input(label))
    if (text) await user.paste(text)
  }
  await user.click(screen.getByRole('checkbox'))
}

/** The error of a field; null when there is none. */
export function errorOf(label: string): string | null | undefined {
  const field = input(label)
  const id = field.getAttribute('aria-describedby')?.split(' ')[0] ?? ''
  return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id)?.textContent : null
}
