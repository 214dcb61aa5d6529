import { AppError, type ErrorCode } from '@jaanch/contracts/errors'
import { fileProblems } from '@jaanch/contracts/files'
import {
  dataUrl,
  exifWithPosition,
  jpeg,
  jpegSegment,
  jpegWith,
  pdf,
  pdfOf,
  png,
  pngChunk,
  pngWith,
} from '@jaanch/tests/support/sample-files'
import { describe, expect, it } from 'vitest'
import { digestOf, receiveFile, toDataUrl } from './receive-file.ts'

const rules = {
  types: ['image/jpeg', 'image/png', 'application/pdf'],
  limit: 1_000,
  texts: { tooLarge: 'too large', wrongType: 'wrong type', missing: 'missing' },
} as const

async function refusalOf(url: string): Promise<{ code: ErrorCode; text: string } | undefined> {
  try {
    await receiveFile(url, rules)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { code: error.code, text: error.message }
  }
}

const wrongType = { code: 'unsupported-type', text: 'wrong type' }

describe('a file in a data URL', () => {
  it.each([
    ['image/jpg', 'image/jpeg', jpeg],
    ['image/png', 'image/png', png],
    ['application/x-pdf', 'application/pdf', pdf],
    ['application/octet-stream', 'image/png', png],
    ['image/jpeg', 'application/pdf', pdf],
    ['image/heic', 'image/jpeg', jpeg],
  ])('that the picker calls %s is taken by its content, and kept as %s', async (type, contentType, bytes) => {
    expect(await receiveFile(dataUrl(type, bytes), rules)).toEqual({ contentType, bytes })
  })

  it('is converted back to the same URL', async () => {
    const url = dataUrl('image/png', png)
    expect(toDataUrl(await receiveFile(url, rules))).toBe(url)
  })

  it('may have the size of the limit, and not one byte more', async () => {
    expect((await receiveFile(dataUrl('application/pdf', pdfOf(1_000)), rules)).bytes).toHaveLength(1_000)
    expect(await refusalOf(dataUrl('application/pdf', pdfOf(1_001)))).toEqual({
      code: 'too-large',
      text: 'too large',
    })
  })

  it('is missing if the URL is empty', async () => {
    const missing = { code: 'invalid', text: 'missing' }
    for (const url of ['', 'data:image/png;base64,']) expect(await refusalOf(url), url).toEqual(missing)
  })

  it('is refused if the URL has another form [V1.3.6]', async () => {
    const base64 = png.toString('base64')
    const others = [
      base64,
      'https://example.org/a.png',
      '/etc/passwd',
      `data:;base64,${base64}`,
      `data:image/png;name="a;base64,b";base64,${base64}`,
      ` data:image/png;base64,${base64}`,
      `data:${'image/png'.padEnd(200, 'x')};base64,${base64}`,
    ]
    for (const url of others) expect((await refusalOf(url))?.code, url).toBe('invalid')
  })

  it('is refused if its base64 is not canonical [V1.1.1]', async () => {
    const base64 = Buffer.concat([png, Buffer.from([251, 255, 251, 239, 190, 1])]).toString('base64')
    expect(base64).toMatch(/\/.*\+.*==$/)
    const others = [
      base64.replace(/=+$/, ''),
      `${base64.slice(0, 40)}\n${base64.slice(40)}`,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      `${base64.slice(0, 40)}=${base64.slice(41)}`,
      `${base64.slice(0, 40)}ŁŁ${base64.slice(42)}`,
    ]
    for (const other of others)
      expect((await refusalOf(`data:image/png;base64,${other}`))?.code, other).toBe('invalid')
  })

  it('is refused if its content is of no accepted type, whatever it is called [V1.3.4 V5.2.2]', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const html = '<!doctype html><script>alert(1)</script>'
    const disguised: [string, Buffer | string][] = [
      ['image/png', svg],
      ['text/html', html],
      ['image/gif', 'GIF89a'],
      ['image/png', Buffer.alloc(64)],
      ['application/octet-stream', 'PK\u0003\u0004'],
      // only a signature
      ['image/png', png.subarray(0, 12)],
    ]
    for (const [type, content] of disguised)
      expect(await refusalOf(dataUrl(type, content)), type).toEqual(wrongType)
  })

  it('is refused if it starts as another type and continues as the declared one [V5.2.2]', async () => {
    const after = (before: Buffer | string, file: Buffer) => Buffer.concat([Buffer.from(before), file])
    const polyglots: [string, Buffer][] = [
      // PDF readers accept the signature anywhere in the first kilobyte
      ['application/pdf', after('<script>alert(1)</script>\n', pdf)],
      // file-type skips these two
      ['application/pdf', after([0xef, 0xbb, 0xbf] as never, pdf)],
      ['image/png', after('ID3\u0003\u0000\u0000\u0000\u0000\u0000\u0000', png)],
    ]
    for (const [type, content] of polyglots)
      expect(await refusalOf(dataUrl(type, content)), type).toEqual(wrongType)
    expect(await receiveFile(dataUrl('application/pdf', after(jpeg, pdf)), rules)).toEqual({
      contentType: 'image/jpeg',
      bytes: jpeg,
    })
  })

  it('of an iPhone as HEIC is refused with how to get a JPEG, whatever the browser calls it', async () => {
    const heic = Buffer.from('\0\0\0\x28ftypheic\0\0\0\0mif1', 'latin1')
    const refusal = { code: 'unsupported-type', text: `wrong type. ${fileProblems.heic}` }
    for (const type of ['image/heic', 'image/heif', 'application/octet-stream', 'image/jpeg'])
      expect(await refusalOf(dataUrl(type, heic)), type).toEqual(refusal)
    await expect(
      receiveFile(dataUrl('image/heic', heic), { ...rules, types: ['application/pdf'] }),
    ).rejects.toThrow(/^wrong type$/)
  })

  it('is stored without the position of a photo [V14.2.8]', async () => {
    const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(1)]))
    expect((await receiveFile(dataUrl('image/jpeg', jpegWith([exif])), rules)).bytes).toEqual(jpeg)
    const photo = pngWith([pngChunk('eXIf', exifWithPosition(1))])
    expect((await receiveFile(dataUrl('image/png', photo), rules)).bytes).toEqual(png)
  })

  it('is refused with a sentence if it is half a photo', async () => {
    const refusal = { code: 'unreadable-file', text: fileProblems.damagedPhoto }
    expect(await refusalOf(dataUrl('image/jpeg', jpeg.subarray(0, -3)))).toEqual(refusal)
    expect(await refusalOf(dataUrl('image/png', png.subarray(0, -3)))).toEqual(refusal)
  })
})

describe('the hash of a file', () => {
  it('is computed outside the event loop, which goes on meanwhile', async () => {
    let turns = 0
    setImmediate(() => {
      turns += 1
    })
    await digestOf(Buffer.alloc(20_000_000))
    expect(turns).toBe(1)
  })
})
