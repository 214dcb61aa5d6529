import { createDecipheriv } from 'node:crypto'
import { encryptJwe } from '@jaanch/tests/support/shares'
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { decryptFile, encryptFile } from './jwe'
import { decodeBytes, encodeBytes, makeLink, randomSecret, readLink, suggestPasscode } from './link'

const origin = 'https://jaanch.example'

/** Node's TextEncoder makes arrays of another realm than the one in which these tests run, which jose refuses */
class TextEncoderOfRealm {
  encode = (text: string) => Uint8Array.from(Buffer.from(text))
}
beforeEach(() => void vi.stubGlobal('TextEncoder', TextEncoderOfRealm))

it('a link is read as it was made, whatever its label', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (label) => {
      const [linkId, key] = [randomSecret(), randomSecret()]
      const link = makeLink({ origin, linkId, key, endsAt: '2026-12-04T10:00:00.000Z', label })
      expect(link.startsWith(`${origin}/share#shlink:/`)).toBe(true)
      expect(readLink(new URL(link).hash, origin)).toEqual({
        kind: 'link',
        linkId,
        key: decodeBytes(key),
        label: label.toWellFormed(),
        endsAt: Date.parse('2026-12-04T10:00:00.000Z'),
        hasPasscode: true,
      })
    }),
  )
})

it('a link has the payload that SMART Health Links demand: 43 characters of key, an address of at most 128, flag P', () => {
  const [linkId, key] = [randomSecret(), randomSecret()]
  const link = makeLink({ origin, linkId, key, endsAt: '2026-12-04T10:00:00.000Z', label: 'For Dr. Mehta' })
  const payload = JSON.parse(Buffer.from(link.split('shlink:/')[1] ?? '', 'base64url').toString())
  expect(payload).toEqual({
    url: `${origin}/api/shl/${linkId}`,
    key,
    flag: 'P',
    exp: 1_796_378_400,
    label: 'For Dr. Mehta',
  })
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(payload.url.length).toBeLessThanOrEqual(128)
})

it('a link that was cut, is of another site or of a later version is told apart', () => {
  const of = (payload: object) => `#shlink:/${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  const good = { url: `${origin}/api/shl/${randomSecret()}`, key: randomSecret() }
  expect(readLink(of(good), origin)).toMatchObject({ kind: 'link', label: '', endsAt: null })
  expect(readLink(of({ ...good, v: 2 }), origin)).toEqual({ kind: 'newer' })
  expect(readLink(of({ ...good, url: 'https://other.example/api/shl/x' }), origin)).toEqual({
    kind: 'foreign',
  })
  expect(readLink(of({ ...good, url: `${origin}.evil.example/api/shl/x` }), origin)).toEqual({
    kind: 'foreign',
  })
  for (const broken of [
    '',
    '#',
    '#shlink:/',
    of(good).slice(0, -9),
    '#shlink:/%%',
    of([]),
    of({ ...good, key: 'x' }),
  ])
    expect(readLink(broken, origin), broken).toEqual({ kind: 'broken' })
})

it('a link of any text is never more than broken', () => {
  fc.assert(fc.property(fc.string(), (text) => readLink(`#shlink:/${text}`, origin).kind !== undefined))
})

const key = decodeBytes(randomSecret()) as Uint8Array
const content = { patient: 'Sunita Rao', text: '7.1 g/dL, 12.0–15.0, ₹, जाँच' }

it('a file is a compact JWE with alg dir and enc A256GCM, which another implementation decrypts', async () => {
  const jwe = await encryptFile(content, 'application/fhir+json', key)
  const [header = '', encryptedKey, iv = '', encrypted = '', tag = ''] = jwe.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
    alg: 'dir',
    enc: 'A256GCM',
    cty: 'application/fhir+json',
  })
  expect(encryptedKey).toBe('')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(header))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  const plain = Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64url')), decipher.final()])
  expect(JSON.parse(plain.toString())).toEqual(content)
})

it('a file of another implementation is decrypted', async () => {
  expect(await decryptFile(encryptJwe(JSON.stringify(content), Buffer.from(key)), key)).toEqual(content)
})

it('a file has another initialization vector each time', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, () => encryptFile(content, 'x', key)))
  expect(new Set(made.map((jwe) => jwe.split('.')[2])).size).toBe(50)
})

it('a file is refused with another key, and if a character of it was changed', async () => {
  const jwe = await encryptFile(content, 'x', key)
  await expect(decryptFile(jwe, decodeBytes(randomSecret()) as Uint8Array)).rejects.toThrow()
  for (const part of [0, 2, 3, 4]) {
    const parts = jwe.split('.')
    const bytes = decodeBytes(parts[part] ?? '') as Uint8Array
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    parts[part] = encodeBytes(bytes)
    await expect(decryptFile(parts.join('.'), key), `part ${part}`).rejects.toThrow()
  }
})

it('a suggested passcode has eight characters that are not mistaken for others, all of them equally often', () => {
  const made = Array.from({ length: 2_000 }, suggestPasscode)
  for (const passcode of made)
    expect(passcode).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{4}-[ACDEFGHJKMNPQRTWXY34679]{4}$/)
  expect(new Set(made).size).toBe(made.length)
  const counts = Map.groupBy(made.join('').replaceAll('-', ''), (character) => character)
  expect(counts.size).toBe(23)
  // 16,000 characters, 696 of each on average with a standard deviation of 26
  for (const [character, { length }] of counts) expect(Math.abs(length - 696), character).toBeLessThan(160)
})
