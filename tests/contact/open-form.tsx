import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '#client/api/http.ts'
import { ContactForm } from '#client/contact/contact-form.tsx'
import { aSite } from '#tests/helpers/cards.ts'

/** The form; `answers` are the responses to its requests, in order. */
export function showForm(...answers: (() => Promise<void>)[]) {
  const sent: Record<string, unknown>[] = []
  const shown = render(
    <ContactForm
      contact={aSite().contact}
      send={(message) => {
        sent.push(message)
        return answers[sent.length - 1]?.() ?? Promise.resolve()
      }}
    />,
  )
  return { user: userEvent.setup(), sent, ...shown }
}
export const button = () => screen.getByRole('button', { name: /Send message|Sending/ })
export async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Name'), 'Ann Baker')
  await user.type(screen.getByLabelText('Email'), 'ann@bakery.example')
  await user.type(screen.getByLabelText('Message'), 'Sixty clients.')
}
export const rejection = (status: number, body?: unknown) => () => Promise.reject(new ApiError(status, body))
