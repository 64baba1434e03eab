import { afterAll, describe, expect, test } from 'bun:test'
import { createImageFetcher, FETCH_LIMITS, type Network } from '#server/import/source/fetch-image.ts'
import { isPublicAddress } from '#server/import/source/public-address.ts'
import { anImport } from './importing.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hosts: string[] = []
const server: Bun.Server<undefined> = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request): Promise<Response> {
    const { pathname } = new URL(request.url)
    hosts.push(request.headers.get('host') ?? '')
    if (pathname === '/to-private') return Response.redirect(`http://10.0.0.1:${server.port}/a.png`)
    if (pathname === '/loop') return Response.redirect('/loop')
    if (pathname === '/moved') return Response.redirect('/a.png')
    if (pathname === '/a.svg') return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>')
    if (pathname === '/page') return new Response('<!doctype html>')
    if (pathname === '/endless')
      return new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1_000_000)) }))
    return pathname === '/a.png' ? new Response(PNG) : new Response('', { status: 404 })
  },
})
afterAll(() => server.stop(true))

/** The only way to loopback: addresses are checked by a function that tests replace. */
const local: Network = {
  resolve: async (host) => [host === 'pictures.example' ? '127.0.0.1' : host],
  isAllowed: (ip) => ip === '127.0.0.1',
}
const url = (path: string) => `http://pictures.example:${server.port}${path}`

describe('fetching images of other sites', () => {
  test('connects to the address that was checked, with the name of the host', async () => {
    expect(Buffer.from(await createImageFetcher({ network: local })(url('/a.png')))).toEqual(PNG)
    expect(hosts.at(-1)).toBe(`pictures.example:${server.port}`)
  })

  test('follows redirects, and checks the address of each', async () => {
    const fetchImage = createImageFetcher({ network: local })
    expect((await fetchImage(url('/moved'))).length).toBe(PNG.length)
    await expect(fetchImage(url('/to-private'))).rejects.toThrow('private network')
    await expect(fetchImage(url('/loop'))).rejects.toThrow('redirects too often')
  })

  test.each([
    ['/a.svg', 'SVG images are not shown'],
    ['/page', 'not a JPEG, PNG, WebP or GIF'],
    ['/missing.png', 'answered 404'],
    ['/endless', 'larger than 10 MB'],
  ])('rejects %s', async (path, reason) => {
    await expect(createImageFetcher({ network: local })(url(path))).rejects.toThrow(reason)
  })

  test.each(['file:///etc/passwd', 'data:image/png;base64,AA', 'ftp://a.example/a.png', 'not a url'])(
    'rejects %s',
    async (other) => {
      await expect(createImageFetcher({ network: local })(other)).rejects.toThrow('not one of the web')
    },
  )

  test('rejects a name of which one address is private', async () => {
    const network = { resolve: async () => ['93.184.216.34', '10.0.0.1'], isAllowed: isPublicAddress }
    await expect(createImageFetcher({ network })('http://both.example/a.png')).rejects.toThrow('private network')
  })

  test('stops at the limits of one import', async () => {
    const fetchImage = createImageFetcher({ network: local, limits: { ...FETCH_LIMITS, images: 1 } })
    await fetchImage(url('/a.png'))
    await expect(fetchImage(url('/a.png'))).rejects.toThrow('run it again')
  })
})

describe('public addresses', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '168.63.129.16', '::', '::1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...[
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
    ],
    ...['localhost', ''],
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

test('images of posts that were copied are fetched beside them, and a second run fetches only what is missing', async () => {
  const place = await anImport({}, { network: local })
  const before = hosts.length
  const post = (image: string, body: string) => `---\ntitle: Bread\ndate: 2024-05-06\nimage: ${image}\n---\n\n${body}\n`
  await place.edit(
    'posts/a.md',
    post(
      url('/a.png?w=2&h=1'),
      `![One](${url('/a.png')} "Title") \`![](${url('/b.png')})\` ![Gone](${url('/gone.png')})`,
    ),
  )
  await place.edit('posts/van/index.md', post('none.png', `<img src="${url('/moved')}" alt="Van">`))
  const run = async (...args: string[]) => {
    const status = await place.run(['--fetch-images', '--yes', '--format=json', ...args], null)
    return { status, ...JSON.parse(place.printed.at(-1) ?? '') }
  }
  const asked = () => hosts.length
  await place.git('add', '-A')
  await place.git('commit', '-q', '-m', 'Copied')
  expect(await run('--dry-run')).toMatchObject({ status: 0, report: null })
  expect(asked()).toBe(before)
  const gone = { reason: 'the other site answered 404', count: 1, examples: [url('/gone.png')] }
  expect(await run()).toMatchObject({ status: 2, report: { posts: 2, images: 3, notFetched: [gone] } })
  const text = await place.text('posts/a.md')
  const names = [...text.matchAll(/images\/a-[0-9a-f]{8}\.png/g)].map(([name]) => name)
  expect(new Set(names).size).toBe(2)
  expect(text).toBe(
    post(names[0] ?? '', `![One](${names[1]} "Title") \`![](${url('/b.png')})\` ![Gone](${url('/gone.png')})`),
  )
  expect(await Bun.file(`${place.dir}/content/posts/${names[1]}`).bytes()).toEqual(new Uint8Array(PNG))
  expect(await place.text('posts/van/index.md')).toMatch(/<img src="moved-[0-9a-f]{8}\.png" alt="Van">/)
  expect((await place.git('status', '--short')).trim()).toBe('')

  const afterFirst = asked()
  expect(await run()).toMatchObject({ report: { posts: 0, images: 0, notFetched: [gone] } })
  expect(asked()).toBe(afterFirst + 1)
  await expect(run('--pages')).rejects.toThrow('bun run import [SOURCE]')
  await place.remove()
})

test('images in a private network are not fetched for posts that were copied', async () => {
  const place = await anImport({})
  const text = `---\ntitle: Bread\ndate: 2024-05-06\n---\n\n![One](http://127.0.0.1:${server.port}/a.png)\n`
  await place.edit('posts/a.md', text)
  const before = hosts.length
  expect(await place.run(['--fetch-images', '--yes'], null)).toBe(2)
  expect(place.printed.at(-1)).toContain('the URL is in a private network')
  expect([hosts.length, await place.text('posts/a.md')]).toEqual([before, text])
  await place.remove()
})
