import { expect, test } from 'bun:test'
import { formatDate, formatDateTime } from '#client/lib/dates.ts'
import { formatNumber } from '#client/lib/format-number.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('formats numbers the American way with the requested digits', () => {
  const numbers = [0, 7, 24.5, 99.99, 999, 1000, 1024, 5000, 12345.6, 999999.99, 1000000, 123456789, -1, -1234.5]
  for (const digits of [0, 1, 2] as const) {
    const american = new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    expect(numbers.map((one) => formatNumber(one, digits))).toEqual(
      numbers.map((one) => american.format(Number(one.toFixed(digits)))),
    )
  }
})

test('formats dates in full in UTC', () => {
  const american = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  for (let day = Date.UTC(2023, 11, 1); day < Date.UTC(2025, 1, 1); day += DAY_MS) {
    const iso = new Date(day).toISOString()
    expect([formatDate(iso.slice(0, 10)), formatDate(iso)]).toEqual([american.format(day), american.format(day)])
  }
  expect(formatDate('2026-11-20T23:59:59.999Z')).toBe('November 20, 2026')
})

test('formats times the American way and names UTC', () => {
  const american = (at: number) =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at)
  for (let at = Date.UTC(2026, 10, 22); at < Date.UTC(2026, 10, 24); at += 25 * 60 * 1000) {
    const iso = new Date(at).toISOString()
    expect(formatDateTime(iso, 'UTC')).toBe(`${american(at).replaceAll('\u202f', ' ')} UTC`)
  }
})
