/** Passkeys (WebAuthn) as a second step: they prove possession, the password was checked before. */

import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { NewPasskey, UsedPasskey } from './api.ts'

export type Passkey = {
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const ticketMs = 5 * 60 * 1_000

/** A passkey belongs to the host of the public URL, and is used on its pages only. */
function partyOf(publicUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** The options with which a browser makes a passkey. @param known the user's passkeys: no device makes a second one */
export function newPasskeyOptions(
  publicUrl: string,
  user: { id: string; name: string; email: string },
  known: readonly Passkey[],
) {
  return generateRegistrationOptions({
    rpName: 'Jaanch',
    rpID: partyOf(publicUrl).id,
    userID: Uint8Array.from(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: ticketMs,
    excludeCredentials: credentialsOf(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** The options with which a browser uses one of these passkeys. */
export function usePasskeyOptions(publicUrl: string, known: readonly Passkey[]) {
  return generateAuthenticationOptions({
    rpID: partyOf(publicUrl).id,
    timeout: ticketMs,
    allowCredentials: credentialsOf(known),
  })
}

/** @returns undefined if the answer is not one to this challenge, or not from our pages */
export async function verifyNewPasskey(
  publicUrl: string,
  challenge: string,
  answer: NewPasskey,
): Promise<Passkey | undefined> {
  const party = partyOf(publicUrl)
  const { response, ...rest } = answer
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...rest, response: { ...response, transports: transportsOf(response.transports) } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
  }).catch(refused)
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: [...transports] }
}

/** @returns its new counter; undefined if the answer is not one of this passkey to this challenge */
export async function verifyUsedPasskey(
  publicUrl: string,
  challenge: string,
  answer: UsedPasskey,
  { credentialId, publicKey, counter }: Passkey,
): Promise<number | undefined> {
  const party = partyOf(publicUrl)
  const { response, ...rest } = answer
  const { userHandle, ...signed } = response
  const result = await verifyAuthenticationResponse({
    response: { ...rest, response: { ...signed, ...(userHandle && { userHandle }) } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: credentialId, publicKey, counter },
    requireUserVerification: false,
  }).catch(refused)
  return result.verified ? result.authenticationInfo?.newCounter : undefined
}

function credentialsOf(passkeys: readonly Passkey[]) {
  return passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transportsOf(transports),
  }))
}

/** Hints that a browser gave and gets back; it ignores those that it does not know. */
function transportsOf(transports: readonly string[] = []) {
  return transports as AuthenticatorTransport[]
}

/** The library throws for whatever does not match. */
function refused(): { verified: false; registrationInfo?: never; authenticationInfo?: never } {
  return { verified: false }
}
