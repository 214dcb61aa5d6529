import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const box = createSecretBox(['a secret of the installation'], 'second-factors')
const sealed = box.seal(Buffer.from('the seed'), 'u1')

describe('a sealed secret', () => {
  it('opens for its owner, does not contain the text, and never looks the same', () => {
    expect(box.open(sealed, 'u1')?.toString()).toBe('the seed')
    expect(sealed.includes('the seed')).toBe(false)
    expect(box.seal(Buffer.from('the seed'), 'u1').equals(sealed)).toBe(false)
  })

  it('does not open for another owner, with another key, or if a byte was changed [V11.3.1]', () => {
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(box.open(sealed, 'u2')).toBeUndefined()
    expect(box.open(changed, 'u1')).toBeUndefined()
    expect(box.open(Buffer.from('short'), 'u1')).toBeUndefined()
    for (const [secret, purpose] of [
      ['another secret', 'second-factors'],
      ['a secret of the installation', 'another purpose'],
    ] as const) {
      expect(createSecretBox([secret], purpose).open(sealed, 'u1')).toBeUndefined()
    }
  })

  it('opens with a former secret too, and is sealed anew with the current one, once', () => {
    const next = createSecretBox(['the next secret', 'a secret of the installation'], 'second-factors')
    expect(next.open(sealed, 'u1')?.toString()).toBe('the seed')
    const renewed = next.renew(sealed, 'u1') ?? Buffer.alloc(0)
    expect(box.open(renewed, 'u1')).toBeUndefined()
    expect(createSecretBox(['the next secret'], 'second-factors').open(renewed, 'u1')?.toString()).toBe(
      'the seed',
    )
    expect(next.renew(renewed, 'u1')).toBeUndefined()
    expect(next.renew(sealed, 'u2')).toBeUndefined()
  })
})
