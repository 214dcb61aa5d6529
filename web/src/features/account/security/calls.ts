import type { SecondFactorRefusal, SetUp } from '@jaanch/account/second-factors/api'
import type { Session, SessionView } from '@jaanch/account/sessions/api'
import { mutate } from 'swr'
import { useList, useResource } from '@/lib/cache/use-resource'
import { ignoreMissing } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { changeToken, writeToken } from '@/lib/http/token'

const factors = '/api/auth/second-factors'

export function useSecondFactors() {
  return useResource(factors)
}

/** @param options of the API, for the browser's dialog. @throws if the user cancels it */
async function makePasskey(options: SetUp['passkey']) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}

async function askForPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never })
}

export type FactorNeeded = Extract<SecondFactorRefusal, { code: 'second-factor-needed' }>

export type FactorAnswer = { code: string } | { recoveryCode: string } | 'passkey'

/** The password, and instead of it a second factor of somebody of whom one is needed */
export type Proof = { password: string } | { needed: FactorNeeded; answer: FactorAnswer }

type AnswerBody = OptionsAt<'POST', '/api/auth/second-factor'>['body']

async function answerBody({ ticket, passkey }: FactorNeeded, answer: FactorAnswer): Promise<AnswerBody> {
  const shown = answer === 'passkey' ? { passkey: await askForPasskey(passkey ?? {}) } : answer
  return { ticket, ...shown } as AnswerBody
}

const proofBody = async (proof: Proof) =>
  'password' in proof ? proof : answerBody(proof.needed, proof.answer)

/** The second step of a login. @throws also if the user cancels the browser's dialog for the passkey */
export async function answerSecondFactor(needed: FactorNeeded, answer: FactorAnswer): Promise<Session> {
  return call('POST', '/api/auth/second-factor', { body: await answerBody(needed, answer) })
}

/**
 * @throws ApiError of which `secondFactorOf` gives what is needed besides the password, if the user has a second factor; also if the user
 * cancels the browser's dialog for the passkey
 */
export async function beginChange(proof: Proof): Promise<SetUp> {
  return call('POST', '/api/auth/second-factors/begin', { body: await proofBody(proof) })
}

/** Proves that it is the owner who uses the session. @throws as `beginChange` */
export async function confirmSession(proof: Proof): Promise<void> {
  await call('POST', '/api/auth/confirm', { body: await proofBody(proof) })
}

/**
 * @param proof the first code of an app; 'passkey' asks the browser to make one, which the user may cancel
 * @param setUpCode what was mailed for the first factor
 */
export async function addFactor(
  { ticket, passkey }: SetUp,
  proof: { code: string } | 'passkey',
  setUpCode: string,
) {
  const shown = proof === 'passkey' ? { passkey: await makePasskey(passkey) } : proof
  const body = { ticket, ...shown, ...(setUpCode && { setUpCode }) }
  const added = await call('POST', factors, { body: body as OptionsAt<'POST', typeof factors>['body'] })
  await mutate(factors)
  return added
}

export async function removeFactor(id: string, ticket: string): Promise<void> {
  await ignoreMissing(
    call('POST', '/api/auth/second-factors/:id/remove', { params: { id }, body: { ticket } }),
  )
  await mutate(factors)
}

export async function renewRecoveryCodes(ticket: string): Promise<string[]> {
  const { recoveryCodes } = await call('POST', '/api/auth/recovery-codes', { body: { ticket } })
  await mutate(factors)
  return recoveryCodes
}

const sessions = '/api/auth/sessions'

export function useSessions() {
  return useList(sessions)
}

/** Ends one of the user's sessions. One that has ended already counts as ended. */
export async function endSession(id: string): Promise<void> {
  await ignoreMissing(call('DELETE', '/api/auth/sessions/:id', { params: { id } }))
  await mutate<SessionView[]>(sessions, (rows) => rows?.filter((row) => row.id !== id), { revalidate: false })
}

/** Ends all sessions of the user. @param signOut removes the token of this one, which has ended too */
export function signOutEverywhere(signOut: () => void): Promise<void> {
  return changeToken(async () => {
    await call('POST', '/api/auth/sign-out-everywhere', {})
    signOut()
  })
}

/** Sets a new password. All sessions end; this browser continues with the token of a new one. */
export async function changePassword(body: OptionsAt<'PUT', '/api/auth/password'>['body']): Promise<void> {
  await changeToken(async () => writeToken((await call('PUT', '/api/auth/password', { body })).token))
  await mutate(sessions)
}
