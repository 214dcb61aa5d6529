/** Codes of authenticator apps (RFC 6238), with the parameters that all apps know. */
import { Secret, TOTP } from 'otpauth'

const parameters = { issuer: 'Jaanch', algorithm: 'SHA1', digits: 6, period: 30 }
/** How many steps of 30 seconds the clock of the device may differ */
const window = 1

/** A new secret of 160 bits. */
export function newTotpSecret(): Uint8Array {
  return new Uint8Array(new Secret({ size: 20 }).buffer)
}

/** Returns what an app needs. @param label the account's name in the app */
export function describeTotp(bytes: Uint8Array, label: string): { secret: string; uri: string } {
  const secret = secretOf(bytes)
  return { secret: secret.base32, uri: new TOTP({ ...parameters, label, secret }).toString() }
}

/**
 * @param lastStep of the last code that was accepted
 * @returns the step of the code; undefined if it is wrong, or not newer than the last one
 */
export function findStep(bytes: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...parameters, token: code, secret: secretOf(bytes), timestamp, window })
  if (delta === null) return undefined
  const step = Math.floor(timestamp / 1_000 / parameters.period) + delta
  return step > lastStep ? step : undefined
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}
