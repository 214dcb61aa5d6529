import { describe, expect, it } from 'vitest'
import { describeTotp, findStep } from './totp.ts'

// the secret and the codes of RFC 6238, appendix B, shortened to six digits
const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1_000)

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i is that of the standard', (seconds, code, step) => {
    expect(findStep(secret, code, at(seconds), 0)).toBe(step)
  })

  it('is accepted one step early and one step late, not two [V6.5.5]', () => {
    for (const [seconds, step] of [
      [59 + 30, 1],
      [59 - 30, 1],
      [59 + 60, undefined],
      [59 - 59, 1],
    ] as const) {
      expect(findStep(secret, '287082', at(seconds), 0)).toBe(step)
    }
  })

  it('is not accepted again [V6.5.1]', () => {
    expect(findStep(secret, '287082', at(59), 1)).toBeUndefined()
  })

  it('is set up with a link that names Jaanch and the account', () => {
    expect(describeTotp(secret, 'asha@lab.example')).toEqual({
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      uri: 'otpauth://totp/Jaanch:asha%40lab.example?issuer=Jaanch&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    })
  })
})
