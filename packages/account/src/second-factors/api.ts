import { idParams, instant, withoutContent } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { forStaff, ownPassword, session } from '../sessions/api.ts'

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

const passkeyId = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') }

/** A browser's answer when it makes a passkey (WebAuthn, RegistrationResponseJSON). */
const newPasskey = z.object({
  ...passkeyId,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    transports: z.array(z.string().max(20)).max(8).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type NewPasskey = z.output<typeof newPasskey>

/** A browser's answer when it uses a passkey (AuthenticationResponseJSON). */
const usedPasskey = z.object({
  ...passkeyId,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type UsedPasskey = z.output<typeof usedPasskey>

/** Options of a browser's WebAuthn call, in JSON; `@simplewebauthn/browser` has their type. */
const passkeyOptions = z.record(z.string(), z.unknown())

/** A secret that is valid for five minutes: it proves that the password was correct. */
const ticket = z.string().min(20).max(100)
/** A code of an authenticator app */
const code = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))
/** In any spelling: 'ABCD-EFGH-…' */
const recoveryCode = z.string().min(1).max(50)

/** To set up a factor: the app needs the secret, the browser the options. */
const setUp = z.object({
  ticket,
  /** Whether `setUpCode` is needed: for the first factor, which the password alone must not set up */
  needsCode: z.boolean(),
  /** Base32 */
  secret: z.string(),
  /** `otpauth://…`, which is shown as a QR code */
  uri: z.string(),
  passkey: passkeyOptions,
})
export type SetUp = z.output<typeof setUp>

/** In the body of the 401, beside `error`, after a correct password of somebody who has a second factor, or must have one (`set-up`). */
const secondFactorRefusal = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('second-factor-needed'),
    ticket,
    /** Whether there is an authenticator app */
    hasApp: z.boolean(),
    /** null if there is no passkey */
    passkey: passkeyOptions.nullable(),
  }),
  z.object({ code: z.literal('second-factor-required'), setUp }),
])
export type SecondFactorRefusal = z.output<typeof secondFactorRefusal>

const secondFactorView = z.object({
  id: z.uuid(),
  kind: z.enum(['totp', 'passkey']),
  /** The device on which it was set up: 'Chrome on Android' */
  device: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type SecondFactorView = z.output<typeof secondFactorView>

const secondFactors = z.object({
  factors: z.array(secondFactorView),
  recoveryCodesLeft: z.int(),
  /** Whether the account must keep one */
  isRequired: z.boolean(),
})

/** Shown once: the server keeps their hashes. */
const recoveryCodes = z.array(z.string())

/** The second step, with the ticket that was given for the password. */
const answer = z
  .object({
    ticket,
    code: code.optional(),
    recoveryCode: recoveryCode.optional(),
    passkey: usedPasskey.optional(),
  })
  .refine(
    (body) => [body.code, body.recoveryCode, body.passkey].filter((one) => one !== undefined).length === 1,
    'Send one of code, recoveryCode and passkey.',
  )

export const secondFactorCalls = {
  answerSecondFactor: route({
    method: 'POST',
    path: '/api/auth/second-factor',
    access: 'public',
    summary:
      "The second step of a login: a code, a recovery code or a passkey, with the ticket of the first step's 401",
    body: answer,
    response: session,
  }),
  listSecondFactors: route({
    method: 'GET',
    path: '/api/auth/second-factors',
    ...forStaff,
    summary: "The caller's second factors, oldest first",
    response: secondFactors,
  }),
  beginSecondFactorChange: route({
    method: 'POST',
    path: '/api/auth/second-factors/begin',
    ...forStaff,
    summary:
      'Exchange the password for a ticket with which second factors can be changed. Of somebody who has one it is demanded, as by a ' +
      'login, and the answer is sent here',
    body: z.union([ownPassword, answer]),
    response: setUp,
  }),
  addSecondFactor: route({
    method: 'POST',
    path: '/api/auth/second-factors',
    access: 'public',
    summary:
      'Set up an authenticator app (with its first code) or a passkey; the ticket is that of a change, or of a login that ' +
      'requires a factor, which then opens a session',
    body: z
      .object({
        ticket,
        code: code.optional(),
        passkey: newPasskey.optional(),
        /** With the first factor: the code that was mailed with the ticket, or one that an operator gave */
        setUpCode: recoveryCode.optional(),
      })
      .refine(
        (body) => (body.code === undefined) !== (body.passkey === undefined),
        'Send one of code and passkey.',
      ),
    response: z.object({
      /** With the first factor; null otherwise */
      recoveryCodes: recoveryCodes.nullable(),
      /** After a login that required a factor; null otherwise */
      session: session.nullable(),
    }),
  }),
  confirmSession: route({
    method: 'POST',
    path: '/api/auth/confirm',
    access: 'signed-in',
    summary:
      'Prove again that it is the owner who uses the session: with the password, and with a second factor of somebody who has one, ' +
      'which is demanded as by a login. Calls that say confirmation-required are accepted for ten minutes then',
    body: z.union([ownPassword, answer]),
    ...withoutContent,
  }),
  removeSecondFactor: route({
    method: 'POST',
    path: '/api/auth/second-factors/:id/remove',
    ...forStaff,
    summary: "Remove one of the caller's second factors; the recovery codes go with the last one",
    params: idParams,
    body: z.object({ ticket }),
    ...withoutContent,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/auth/recovery-codes',
    ...forStaff,
    summary: 'Replace the recovery codes by ten new ones, which are shown once',
    body: z.object({ ticket }),
    response: z.object({ recoveryCodes }),
  }),
}
