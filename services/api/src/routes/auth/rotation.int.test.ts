import { randomUUID } from 'node:crypto'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { contactRoutes } from '@jaanch/contracts/http/contacts'
import { type SecondFactorRefusal, secondFactorRoutes } from '@jaanch/contracts/http/second-factors'
import { createClient } from '@jaanch/tests/support/client'
import { createApprovedLab, type Lab, password, registerCustomer } from '@jaanch/tests/support/people'
import { type Stack, testSecret } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'

const stepMs = 30_000
/** The time of the APIs under test, in the middle of a step: no code becomes old while the test runs. */
const at = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2
const clock = { now: () => new Date(at) }
const [nextSecret, key] = [randomUUID() + randomUUID(), randomUUID() + randomUUID()]

const it = stackTest({ workers: false })

/** The six digits in the newest message to a user */
async function mailedCode({ database }: Stack, userId: string): Promise<string> {
  const { rows } = await database.asOwner(
    "select substring(body from '[0-9]{6}') as code from outbox where recipient_user_id = $1 order by created_at desc limit 1",
    [userId],
  )
  return rows[0]?.code
}

/** Sets up an app. @returns its code, `steps` of 30 s later than now */
async function addApp(stack: Stack, { id, client }: Lab): Promise<(steps: number) => string> {
  const { body } = await client.ask(secondFactorRoutes.beginSecondFactorChange, { body: { password } })
  const app = URI.parse(body.uri)
  if (!(app instanceof TOTP)) throw new Error('no app')
  const codeOf = (steps: number) => app.generate({ timestamp: at + steps * stepMs })
  const factor = { ticket: body.ticket, code: codeOf(-1), setUpCode: await mailedCode(stack, id) }
  await client.call(secondFactorRoutes.addSecondFactor, { body: factor })
  return codeOf
}

/** @returns the token of a login with the code of an app */
async function logIn(url: string, { email }: Lab, code: string): Promise<string> {
  const { body } = await createClient(url).raw<SecondFactorRefusal>(authRoutes.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (body.code !== 'second-factor-needed') throw new Error(body.code)
  const answer = { ticket: body.ticket, code }
  return (await createClient(url).call(secondFactorRoutes.answerSecondFactor, { body: answer })).token
}

const statusOf = async (url: string, token: string) =>
  (await createClient(url, token).ask(authRoutes.getMe)).status

// five API processes start in it
it('replacing the secrets, one API process after another, signs nobody out and keeps the codes of apps and mails', {
  timeout: 120_000,
}, async ({ stack, admin }) => {
  const former = await stack.anotherApi(clock)
  const lab = await createApprovedLab(former, admin)
  const codeOf = await addApp(stack, lab)
  const sealed = async () => {
    const { rows } = await stack.database.asOwner('select secret from second_factors where user_id = $1', [
      lab.id,
    ])
    return rows[0]?.secret
  }
  const sealedBefore = await sealed()

  // first, every process accepts the next secrets
  const next = { jwtSecret: `${testSecret},${nextSecret}`, secondFactorKey: `${testSecret},${key}` }
  const accepting = await stack.anotherApi({ ...clock, ...next })
  const customer = await registerCustomer(accepting)
  await customer.client.call(contactRoutes.sendContactCode, { body: { channel: 'email' } })
  expect(await sealed()).toEqual(sealedBefore)

  // then they are used, beside a process that still uses the former ones
  const exchanged = { jwtSecret: `${nextSecret},${testSecret}`, secondFactorKey: key }
  const replaced = await stack.anotherApi({ ...clock, ...exchanged })
  await expect.poll(sealed).not.toEqual(sealedBefore)
  const body = { channel: 'email', code: await mailedCode(stack, customer.id) } as const
  const proven = await createClient(replaced, customer.token).call(contactRoutes.proveContact, { body })
  expect(proven.isEmailProven).toBe(true)
  const token = await logIn(accepting, lab, codeOf(0))
  const nextToken = await logIn(replaced, lab, codeOf(1))
  expect(await statusOf(replaced, token)).toBe(200)
  expect(await statusOf(accepting, nextToken)).toBe(200)

  // without the former secret, only the sessions that it signed are over
  const done = await stack.anotherApi({
    now: () => new Date(at + 3 * stepMs),
    jwtSecret: nextSecret,
    secondFactorKey: key,
  })
  expect(await statusOf(done, token)).toBe(401)
  expect(await statusOf(done, nextToken)).toBe(200)
  expect(await statusOf(done, await logIn(done, lab, codeOf(3)))).toBe(200)
})
