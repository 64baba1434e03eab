import { describe, expect, test } from 'bun:test'
import { bodyOf, decodePost, editPost } from '#server/content/files/post-file.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'

const decode = (text: string) => decodePost('posts/x.md', text, '')

function flawsOf(text: string): string[] {
  try {
    decode(text)
    return []
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    return error.flaws.map(({ line, column, reason }) => `${line}:${column} ${reason}`)
  }
}

const zola = `+++
title = "Proofing"
date = 2018-11-10

[taxonomies]
tags = ["milk"]

[extra]
author = "Ann"
+++

Body
`

const hugo = `{
  "title": "Proofing",
  "date": "2018-11-10",
  "tags": ["milk"],
  "draft": true
}

{ a body with braces }
`

describe('front matter in TOML', () => {
  test('is read with its types, its tables and those of Zola', () => {
    expect(decode(zola)).toMatchObject({
      title: 'Proofing',
      date: '2018-11-10T00:00:00.000Z',
      tags: ['milk'],
      author: 'Ann',
    })
    expect(decode('+++\ntitle = "x"\ndate = 2018-11-10T06:40:42-08:00\ndraft = true\n+++\n')).toMatchObject({
      date: '2018-11-10T14:40:42.000Z',
      draft: true,
    })
    expect(bodyOf(zola)).toBe('Body')
  })

  test('gets new keys above its first table, dates without quotes, and values in the table that has them', () => {
    const edited = editPost(zola, {
      summary: 'New',
      updated: '2024-01-02T03:04:05.000Z',
      tags: ['milk', 'b'],
      author: 'Bo',
    })
    expect(edited).toBe(
      zola
        .replace('2018-11-10\n', '2018-11-10\nsummary = "New"\nupdated = 2024-01-02T03:04:05Z\n')
        .replace('["milk"]', '["milk", "b"]')
        .replace('"Ann"', '"Bo"'),
    )
  })

  test('keeps the quotes of dates that are texts', () => {
    const text = '+++\ntitle = "x"\ndate = "2018-11-10"\n+++\n'
    expect(editPost(text, { date: '2024-01-02T00:00:00.000Z' })).toBe(text.replace('2018-11-10', '2024-01-02'))
  })

  test('is reported with line and column where it is broken', () => {
    expect(flawsOf('+++\ntitle = "x"\ndate = = 1\n+++\n')).toEqual([expect.stringMatching(/^3:\d+ /)])
    expect(flawsOf('+++\ntitle = "x"\n')).toEqual([
      '1:1 the front matter is not closed: write +++ on a line of its own',
    ])
    expect(flawsOf('+++\na = 1\na = 2\n+++\n')).toEqual([expect.stringMatching(/^3:\d+ /)])
  })

  test('of hostile size is rejected quickly', () => {
    const started = process.threadCpuUsage()
    expect(flawsOf(`+++\na = ${'['.repeat(19_000)}\n+++\n`)).toHaveLength(1)
    expect(flawsOf(`+++\na = ${'{a='.repeat(6_000)}\n+++\n`)).toHaveLength(1)
    expect(flawsOf(`+++\na = "${'x'.repeat(20_000)}"\n+++\n`)[0]).toContain('longer than 20,000 characters')
    const lines = Array.from({ length: 1_000 }, (_, n) => `k${n} = [1, 2]`).join('\n')
    editPost(`+++\ntitle = "x"\ndate = 2018-11-10\n${lines}\n+++\n`, { title: 'New' })
    expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000)
  })
})

describe('front matter in JSON', () => {
  test('is read at the start of the file as in Hugo, or between fences', () => {
    expect(decode(hugo)).toMatchObject({
      title: 'Proofing',
      date: '2018-11-10T00:00:00.000Z',
      tags: ['milk'],
      draft: true,
    })
    expect(bodyOf(hugo)).toBe('{ a body with braces }')
    expect(decode('---json\n{ "title": "x", "date": "2018-11-10" }\n---\nBody').title).toBe('x')
    expect(decode('---toml\ntitle = "x"\ndate = 2018-11-10\n---\nBody').title).toBe('x')
  })

  test('changes only the lines of changed keys', () => {
    expect(editPost(hugo, { title: 'New "x"', draft: false, summary: 'S' })).toBe(
      hugo.replace('"Proofing"', '"New \\"x\\""').replace('"draft": true', '"summary": "S",\n  "draft": false'),
    )
  })

  test('is reported with line and column where it is broken', () => {
    expect(flawsOf('{\n  "title": "x"\n  "date": 1\n}\n')).toEqual([expect.stringMatching(/^[23]:\d+ /)])
    expect(flawsOf('{\n  "title": "x"\n')).toEqual([expect.stringContaining('the front matter is not closed')])
    expect(flawsOf('---json\n{\n  "title": x"\n---\n')).toEqual([expect.stringMatching(/^[34]:\d+ /)])
  })

  test('of hostile depth is rejected', () => {
    expect(flawsOf(`{"a": ${'['.repeat(9_000)}`)).toHaveLength(1)
    expect(flawsOf(`{"a": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`)).toHaveLength(1)
  })
})
