import { afterAll, describe, expect, mock, test } from 'bun:test'
import { fireEvent, render, screen } from '@testing-library/react'
import { DateInput } from '#client/ui/form/date-input.tsx'
import { useFittingHeight } from '#client/ui/form/fitting-height.ts'

function Area({ text }: { text: string }) {
  return <textarea ref={useFittingHeight(text)} value={text} readOnly />
}
const height = () => screen.getByRole('textbox').style.height

describe('a field that is as high as its text', () => {
  const supports = mock((_property: string, _value: string) => false)
  const own = Object.getOwnPropertyDescriptor(globalThis, 'CSS')
  Object.defineProperty(globalThis, 'CSS', { configurable: true, value: { supports } })
  // Nothing is laid out here: each character is a pixel high.
  Object.defineProperty(HTMLTextAreaElement.prototype, 'scrollHeight', {
    configurable: true,
    get(this: HTMLTextAreaElement) {
      return this.value.length
    },
  })
  afterAll(() => {
    if (own) Object.defineProperty(globalThis, 'CSS', own)
    Reflect.deleteProperty(HTMLTextAreaElement.prototype, 'scrollHeight')
  })

  test('follows its text by script in a browser without field-sizing', () => {
    supports.mockReturnValue(false)
    const { rerender } = render(<Area text="short" />)
    expect(height()).toBe('5px')
    rerender(<Area text="longer now" />)
    expect(height()).toBe('10px')
  })

  test('is left to the browser otherwise', () => {
    supports.mockReturnValue(true)
    render(<Area text="One line" />)
    expect(height()).toBe('')
  })
})

describe('a field of a date', () => {
  const isEmpty = (input: HTMLElement) => input.hasAttribute('data-empty')

  test('is marked as empty by its value', () => {
    const { rerender } = render(<DateInput type="date" aria-label="From" value="" onChange={() => {}} />)
    expect(isEmpty(screen.getByLabelText('From'))).toBe(true)
    rerender(<DateInput type="date" aria-label="From" value="2026-01-02" onChange={() => {}} />)
    expect(isEmpty(screen.getByLabelText('From'))).toBe(false)
  })

  test('is marked as empty until a date is chosen, also without a value of its own', () => {
    render(<DateInput type="date" aria-label="At" name="at" />)
    expect(isEmpty(screen.getByLabelText('At'))).toBe(true)
    fireEvent.change(screen.getByLabelText('At'), { target: { value: '2026-01-02' } })
    expect(isEmpty(screen.getByLabelText('At'))).toBe(false)
  })
})
